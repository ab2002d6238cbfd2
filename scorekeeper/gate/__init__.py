"""What stands between the network and the application: nobody there is waited for by a thread."""
