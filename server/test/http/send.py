# Sends requests with Python's http.client, which sends a whole body before it looks for an answer.
# Reads one JSON object from standard input: port, tries, method, path, headers, prefix, suffix and a list of sizes.
# Sends each size with a Content-Length and in chunks. Prints a JSON list: for each try the status and the request
# id, or the name of the error.
import http.client
import json
import sys

asked = json.load(sys.stdin)


def chunks(body):
    for start in range(0, len(body), 65536):
        yield body[start : start + 65536]


def attempt(body, chunked):
    connection = http.client.HTTPConnection("127.0.0.1", asked["port"], timeout=60)
    try:
        headers = dict(asked["headers"])
        if chunked:
            headers["Transfer-Encoding"] = "chunked"
        connection.request(
            asked["method"],
            asked["path"],
            body=chunks(body) if chunked else body,
            headers=headers,
            encode_chunked=chunked,
        )
        answer = connection.getresponse()
        answer.read()
        return [answer.status, answer.getheader("X-Request-Id")]
    except Exception as error:
        return [type(error).__name__, None]
    finally:
        connection.close()


outcomes = []
for size in asked["sizes"]:
    body = asked["prefix"].encode() + b"x" * size + asked["suffix"].encode()
    for chunked in [False, True]:
        outcomes += [attempt(body, chunked) for _ in range(asked["tries"])]
print(json.dumps(outcomes))
