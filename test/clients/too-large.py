"""Sends bodies that are too large, with the clients of Python, and prints what each of them received."""

import http.client
import json
import socket
import sys
import urllib.error
import urllib.request
from urllib.parse import urlsplit

hook, *sizes = sys.argv[1:]
at = urlsplit(hook)


def by_urllib(body):
    request = urllib.request.Request(hook, body, {"Content-Type": "application/json"})
    try:
        return urllib.request.urlopen(request).status
    except urllib.error.HTTPError as error:
        return summary(error.code, error.read())


def by_connection(body, send_buffer=None):
    connection = http.client.HTTPConnection(at.hostname, at.port)
    connection.connect()
    if send_buffer:
        connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    connection.request("POST", at.path, body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    return summary(answer.status, answer.read())


def summary(status, answer):
    return f"{status} {json.loads(answer)['id']}"


def tried(send, body):
    try:
        return send(body)
    except Exception as error:
        return repr(error)


for size in sizes:
    body = b'{"text":"' + b"x" * int(size) + b'"}'
    for send in by_urllib, by_connection, lambda body: by_connection(body, 32768):
        print(tried(send, body))
