import { mkdir, open, readdir, readFile, truncate, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '../../disk.ts';
import { createBodies } from './bodies.ts';
import { type DecodedFrame, decodeFrames, encodeFrame } from './frame.ts';
import type { Opening, Step } from './session.ts';

/** One batch, its boundaries and its key fixed before it is ever sent. The body is the request's exact bytes. */
export interface BatchHead {
  /** `keyOf` the session. */
  session: string;
  /** The session's own id, so that the journal alone can rebuild it. */
  id: string;
  batch: number;
  key: string;
  count: number;
  step: Step;
  /** On the first batch of a leg. */
  opening?: Opening;
  /** The record at its end goes on in the next batch: without that one it does not count. */
  more?: boolean;
}

export interface Batch extends BatchHead {
  segment: number;
  offset: number;
  length: number;
  bytes: number;
}

export interface Journal {
  /** Copied into memory; not durable and not to be sent before `commit`. */
  append(head: BatchHead, body: Buffer): void;
  /** Writes and fsyncs what was appended. Rejects when the disk refuses; the batches then stay uncommitted. */
  commit(): Promise<Batch[]>;
  /** Forgets what was appended and not committed. */
  discard(): void;
  body(batch: Batch): Promise<Buffer>;
  /** The server has it. */
  release(batch: Batch): void;
  /** Removes segments nobody needs. `before` makes the ledger durable first: only it knows the places then. */
  sweep(before: () => Promise<void>): Promise<void>;
  pendingBytes(): number;
  close(): Promise<void>;
}

interface Segment {
  live: number;
  bytes: number;
}

const segmentBytes = 16 * 1024 * 1024;
const cacheBytes = 32 * 1024 * 1024;
const nameOf = (segment: number): string => `${String(segment).padStart(10, '0')}.log`;

const headOf = ({ body }: DecodedFrame): BatchHead => JSON.parse(body.toString('utf8', 0, body.indexOf(10)));

export async function openJournal(directory: string): Promise<{ journal: Journal; batches: Batch[] }> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const segments = new Map<number, Segment>();
  const batches: Batch[] = [];
  for (const name of (await readdir(directory)).filter((one) => /^\d{10}\.log$/.test(one)).sort()) {
    const segment = Number.parseInt(name, 10);
    const data = await readFile(join(directory, name));
    const { frames } = decodeFrames(data);
    const heads = frames.map(headOf);
    while (heads.at(-1)?.more) {
      heads.pop();
      frames.pop();
    }
    const good = frames.at(-1)?.end ?? 0;
    // A crash while appending tears the last frames; nothing of them was promised to anybody.
    if (good < data.length) await truncate(join(directory, name), good);
    segments.set(segment, { live: frames.length, bytes: good });
    for (const [index, frame] of frames.entries()) {
      const head = heads[index] as BatchHead;
      const offset = frame.end - (frame.body.length - frame.body.indexOf(10) - 1);
      batches.push({ ...head, segment, offset, length: frame.end - offset, bytes: frame.end - frame.start });
    }
  }
  let current = Math.max(0, ...segments.keys()) + 1;
  let waiting: { head: BatchHead; body: Buffer; frame: Buffer[] }[] = [];
  let pending = batches.reduce((sum, batch) => sum + batch.bytes, 0);
  const bodies = createBodies();
  const cache = new Map<Batch, Buffer>();
  let cached = 0;
  let file: Awaited<ReturnType<typeof open>> | undefined;

  async function currentFile() {
    if ((segments.get(current)?.bytes ?? 0) >= segmentBytes) {
      await file?.close();
      file = undefined;
      current++;
    }
    if (!file) {
      file = await open(join(directory, nameOf(current)), 'a', 0o600);
      const { size } = await file.stat();
      segments.set(current, { live: segments.get(current)?.live ?? 0, bytes: size });
      await syncDirectory(directory);
    }
    return file;
  }

  function keep(batch: Batch, body: Buffer): void {
    if (cached + body.length > cacheBytes) bodies.give(body);
    else {
      cache.set(batch, body);
      cached += body.length;
    }
  }

  function drop(batch: Batch): void {
    const body = cache.get(batch);
    if (!body || !cache.delete(batch)) return;
    cached -= body.length;
    bodies.give(body);
  }

  const journal: Journal = {
    append(head, given) {
      const body = bodies.take(given.length);
      body.set(given);
      const headLine = Buffer.from(`${JSON.stringify(head)}\n`);
      waiting.push({ head, body, frame: encodeFrame([headLine, body]) });
    },
    async commit() {
      const taken = waiting;
      waiting = [];
      if (taken.length === 0) return [];
      const target = await currentFile();
      const segment = segments.get(current) as Segment;
      const start = segment.bytes;
      try {
        await target.writev(taken.flatMap((one) => one.frame));
        await target.datasync();
      } catch (error) {
        // Half a frame must not hide the good ones that follow it.
        await target.truncate(start).catch(() => {});
        throw error;
      }
      return taken.map(({ head, body, frame }) => {
        const bytes = frame.reduce((sum, part) => sum + part.length, 0);
        const offset = segment.bytes + bytes - body.length;
        const batch = { ...head, segment: current, offset, length: body.length, bytes };
        segment.bytes += bytes;
        segment.live++;
        pending += bytes;
        keep(batch, body);
        return batch;
      });
    },
    discard() {
      waiting = [];
    },
    async body(batch) {
      const kept = cache.get(batch);
      if (kept) return kept;
      const handle = await open(join(directory, nameOf(batch.segment)), 'r');
      try {
        const body = Buffer.alloc(batch.length);
        await handle.read(body, 0, batch.length, batch.offset);
        return body;
      } finally {
        await handle.close();
      }
    },
    release(batch) {
      drop(batch);
      pending -= batch.bytes;
      const segment = segments.get(batch.segment);
      if (segment) segment.live--;
    },
    async sweep(before) {
      if (pending === 0 && waiting.length === 0) bodies.trim();
      const done = [...segments].filter(
        ([number, segment]) => segment.live === 0 && (segment.bytes > 0 || number < current),
      );
      if (done.length === 0) return;
      await before();
      for (const [number] of done) {
        // Batches appended while the ledger was written keep their segment.
        if (segments.get(number)?.live !== 0 || waiting.length > 0) continue;
        if (number === current) {
          await file?.close();
          file = undefined;
          current++;
        }
        segments.delete(number);
        await unlink(join(directory, nameOf(number))).catch(() => {});
      }
      await syncDirectory(directory);
    },
    pendingBytes: () => pending,
    async close() {
      await file?.close();
      file = undefined;
    },
  };
  return { journal, batches };
}
