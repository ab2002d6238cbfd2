"""What goes out of a carnet and comes into one: the whole of it as JSON, its points as CSV, transcripts, plays."""
