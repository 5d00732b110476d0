"""Reads what arrived and says of each message whether the library accepts it."""

import base64
import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError


def accepts(message):
    try:
        Webhook(message["secretKey"]).verify(base64.b64decode(message["body"]), message["headers"])
        return True
    except WebhookVerificationError:
        return False


print(json.dumps([accepts(message) for message in json.load(sys.stdin)]))
