import { startEmbeddedPostgres } from '../../src/index.js';

/** A separate process that starts the server, reports it, and then lives until it is told to end. */
const { pid, url } = await startEmbeddedPostgres({ dataDir: process.argv[2]! });
process.stdout.write(`${JSON.stringify({ pid, url })}\n`);
process.stdin.on('data', () => process.exit(0)).resume();
