"""The request reader: read requests and send answers without blocking a thread.

A gunicorn thread reads its request from the client for as long as that takes. A phone that leaves the Wi-Fi in the
middle of a request would block such a thread for hours, and a few of them would stop the server. Here one loop per
worker reads all requests; a thread gets a request once it has arrived completely.
"""
