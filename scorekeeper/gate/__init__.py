"""The request reader: read requests and send answers without blocking a thread.

A thread of gunicorn's own worker waits until its request has arrived. A device that leaves the Wi-Fi in the middle of a
request would block a thread for hours, and a few such devices would stop the server. Here one loop per worker process
reads all requests, and a thread gets a request once it has arrived completely.
"""
