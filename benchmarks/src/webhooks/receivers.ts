import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Three receivers as a separate process: it reports to its parent what arrives where and when, and makes the third hang on demand. */
let hangs = false;
const hung: ServerResponse[] = [];

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const { url: path, headers } = request;
    process.send?.({ path, triggerId: headers['x-service-trigger-id'], at: performance.timeOrigin + performance.now() });
    if (hangs && path === '/3') hung.push(response);
    else response.end();
  });
}).listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));

process.on('message', (command) => {
  hangs = command === 'hang';
  if (!hangs) for (const response of hung.splice(0)) response.end();
});
process.once('disconnect', () => process.exit());
