/** Reads the received messages and reports for each whether the library accepts it. */
import { text } from 'node:stream/consumers';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

function accepts({ secretKey, headers, body }) {
  try {
    new Webhook(secretKey).verify(Buffer.from(body, 'base64'), headers);
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

console.log(JSON.stringify(JSON.parse(await text(process.stdin)).map(accepts)));
