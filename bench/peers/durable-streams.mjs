import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DurableStreamTestServer } from '@durable-streams/server';

// @durable-streams/server with files: fdatasync per append, a log per stream. Its own HTTP server, as it comes.
const dataDir = mkdtempSync(join(tmpdir(), 'debrief-bench-durable-streams-'));
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
process.once('SIGTERM', () => process.exit(0));

const server = new DurableStreamTestServer({ port: 0, host: '127.0.0.1', dataDir });
const url = (await server.start()) ?? server.url ?? server.baseUrl;
process.send(url);
