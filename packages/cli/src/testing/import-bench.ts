import { fork } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { agents } from '../agents/registry.ts';
import { createRedaction, noRedaction } from '../recorder/read/redact.ts';
import { createRecorder } from '../recorder/run/recorder.ts';
import { createEnrolment } from '../recorder/send/enrolment.ts';
import { createThreadedFetch } from '../recorder/send/http-thread.ts';
import { createWire } from '../recorder/send/wire.ts';
import { createMachine, type Machine } from './machine.ts';

const self = fileURLToPath(import.meta.url);
const shared = fileURLToPath(new URL('../../../../../shared/transcripts', import.meta.url));

export interface ImportBench {
  megabytes: number;
  /** MB/s of a loop that reads the same files and parses each line. */
  floor: number;
  plain: number;
  redacted: number;
}

/**
 * In a process of its own, as the real one is: takes everything and answers as a server does, because the recorder
 * believes nothing else. Events are counted by their field names and not parsed, so that the server costs little.
 */
function serve(): void {
  let sequence = 0;
  const idOf = (prefix: string): string => `${prefix}_${String(++sequence).padStart(24, '0')}`;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    const isPacked = request.headers['content-encoding'] === 'gzip';
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const isAppend = request.url?.endsWith('/events') === true;
        const body = Buffer.concat(isAppend ? parts : []);
        const accepted = countEvents(isPacked ? gunzipSync(body) : body);
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify({
            sessionId: idOf('ses'),
            installationId: idOf('ins'),
            environmentId: idOf('env'),
            accepted,
          }),
        );
      });
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
}

const eventStart = Buffer.from('{"eventType":');

function countEvents(body: Buffer): number {
  let count = 0;
  for (let at = body.indexOf(eventStart); at >= 0; at = body.indexOf(eventStart, at + 1)) count++;
  return count;
}

/** Real transcripts where they are, written over and over until there is enough to measure. */
async function fill(machine: Machine, megabytes: number): Promise<string[]> {
  const folder = join(shared, 'claude-code');
  const names = existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith('.jsonl')) : [];
  const samples = await Promise.all(names.map((name) => readFile(join(folder, name))));
  if (samples.length === 0)
    samples.push(
      Buffer.from(`${JSON.stringify({ type: 'user', text: 'words '.repeat(300) })}\n`.repeat(500)),
    );
  const target = join(machine.root, '.claude/projects/-bench');
  await mkdir(target, { recursive: true });
  const paths: string[] = [];
  let written = 0;
  for (let n = 0; written < megabytes * 1e6; n++) {
    const parts: Buffer[] = [];
    for (let size = 0; size < 1e6; ) {
      const sample = samples[(n * 7 + parts.length) % samples.length] as Buffer;
      parts.push(sample.at(-1) === 10 ? sample : Buffer.concat([sample, Buffer.from('\n')]));
      size += sample.length;
    }
    const content = Buffer.concat(parts);
    const path = join(target, `bench-${n}.jsonl`);
    await writeFile(path, content);
    paths.push(path);
    written += content.length;
  }
  return paths;
}

async function parseOnly(paths: string[]): Promise<number> {
  const started = performance.now();
  for (const path of paths) {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      try {
        JSON.parse(line);
      } catch {}
    }
  }
  return performance.now() - started;
}

async function importAll(machine: Machine, server: string, redacted: boolean): Promise<number> {
  const thread = createThreadedFetch();
  const wire = createWire({ server, secret: async () => 'x', fetch: thread.fetch });
  const enrolment = createEnrolment(wire, { ...machine.settings, environmentId: 'env_1' }, async () => {});
  const recorder = await createRecorder({
    directory: join(machine.root, `spool-${redacted}-${Date.now()}`),
    memory: join(machine.root, 'memory'),
    settings: () => machine.settings,
    agents,
    where: machine.where,
    wire,
    enrolment,
    redaction: redacted ? createRedaction('key', {}) : noRedaction(),
  });
  const started = performance.now();
  await recorder.scan({ since: 0, roomBytes: 64 * 1024 * 1024 });
  await recorder.uploader.drained();
  const ms = performance.now() - started;
  await recorder.close();
  await thread.close();
  return ms;
}

export async function importBench(megabytes = 60): Promise<ImportBench> {
  const machine = await createMachine();
  const child = fork(self, ['serve']);
  try {
    const { port } = await new Promise<{ port: number }>((resolve) => child.once('message', resolve));
    const server = `http://127.0.0.1:${port}`;
    const paths = await fill(machine, megabytes);
    await parseOnly(paths.slice(0, 10));
    const speed = (ms: number) => Math.round((megabytes / ms) * 1e4) / 10;
    const floor = Math.min(await parseOnly(paths), await parseOnly(paths));
    // The better of two, as for the floor: the first also pays for warming up.
    const bestOfTwo = async (on: boolean) =>
      Math.min(await importAll(machine, server, on), await importAll(machine, server, on));
    const plain = await bestOfTwo(false);
    const redacted = await bestOfTwo(true);
    return { megabytes, floor: speed(floor), plain: speed(plain), redacted: speed(redacted) };
  } finally {
    child.kill();
    await machine.remove();
  }
}

if (process.argv[1] === self) {
  if (process.argv[2] === 'serve') serve();
  else {
    const result = await importBench(Number(process.argv[2] ?? 60));
    const ratio = (speed: number) => (speed / result.floor).toFixed(2);
    console.log(
      result,
      `ratio plain ${ratio(result.plain)} (≥ 0.5), redacted ${ratio(result.redacted)} (≥ 0.15)`,
    );
  }
}
