import { mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory, writeAll } from '../../disk.ts';
import type { Batch, BatchHead } from './batch.ts';
import { createBodies } from './bodies.ts';
import { encodeFrame } from './frame.ts';
import { readBody, readSegments, type Segment, segmentName } from './segment.ts';

interface Appended {
  head: BatchHead;
  body: Buffer;
  frame: Buffer[];
}

const segmentBytes = 16 * 1024 * 1024;
const cacheBytes = 32 * 1024 * 1024;

export async function openJournal(directory: string): Promise<{ journal: Journal; batches: Batch[] }> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { segments, batches } = await readSegments(directory);
  return { journal: new Journal(directory, segments, batches), batches };
}

/** The durable queue of batches: appended, committed in groups, released once the server has them. */
export class Journal {
  readonly #directory: string;
  readonly #segments: Map<number, Segment>;
  readonly #bodies = createBodies();
  readonly #cache = new Map<Batch, Buffer>();
  #cachedBytes = 0;
  /** The segment that is appended to, and its file while it is open. */
  #current: number;
  #file: Awaited<ReturnType<typeof open>> | undefined;
  #appended: Appended[] = [];
  #pendingBytes: number;

  constructor(directory: string, segments: Map<number, Segment>, batches: readonly Batch[]) {
    this.#directory = directory;
    this.#segments = segments;
    this.#current = Math.max(0, ...segments.keys()) + 1;
    this.#pendingBytes = batches.reduce((sum, batch) => sum + batch.bytes, 0);
  }

  /** Copied into memory; not durable and not to be sent before `commit`. */
  append(head: BatchHead, given: Buffer): void {
    const body = this.#bodies.take(given.length);
    body.set(given);
    const headLine = Buffer.from(`${JSON.stringify(head)}\n`);
    this.#appended.push({ head, body, frame: encodeFrame([headLine, body]) });
  }

  /** Writes and fsyncs what was appended. Rejects when the disk refuses; the batches then stay uncommitted. */
  async commit(): Promise<Batch[]> {
    const taken = this.#appended;
    this.#appended = [];
    if (taken.length === 0) return [];
    const target = await this.#currentFile();
    const segment = this.#segments.get(this.#current) as Segment;
    const start = segment.bytes;
    try {
      await writeAll(
        target,
        taken.flatMap((one) => one.frame),
      );
      await target.datasync();
    } catch (error) {
      // Half a frame must not hide the good ones that follow it.
      await target.truncate(start).catch(() => {});
      throw error;
    }
    return taken.map((one) => this.#committed(one, segment));
  }

  /** Forgets what was appended and not committed. */
  discard(): void {
    this.#appended = [];
  }

  async body(batch: Batch): Promise<Buffer> {
    return this.#cache.get(batch) ?? readBody(this.#directory, batch);
  }

  /** The server has it. */
  release(batch: Batch): void {
    const body = this.#cache.get(batch);
    if (body && this.#cache.delete(batch)) {
      this.#cachedBytes -= body.length;
      this.#bodies.give(body);
    }
    this.#pendingBytes -= batch.bytes;
    const segment = this.#segments.get(batch.segment);
    if (segment) segment.live--;
  }

  /** Removes segments nobody needs. `before` makes the states of sessions durable first: then only they know the places. */
  async sweep(before: () => Promise<void>): Promise<void> {
    if (this.#pendingBytes === 0 && this.#appended.length === 0) this.#bodies.trim();
    const done = [...this.#segments].filter(
      ([number, segment]) => segment.live === 0 && (segment.bytes > 0 || number < this.#current),
    );
    if (done.length === 0) return;
    await before();
    for (const [number] of done) {
      // Batches appended while the states were written keep their segment.
      if (this.#segments.get(number)?.live !== 0 || this.#appended.length > 0) continue;
      if (number === this.#current) {
        await this.close();
        this.#current++;
      }
      this.#segments.delete(number);
      await unlink(join(this.#directory, segmentName(number))).catch(() => {});
    }
    await syncDirectory(this.#directory);
  }

  pendingBytes(): number {
    return this.#pendingBytes;
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #currentFile() {
    if ((this.#segments.get(this.#current)?.bytes ?? 0) >= segmentBytes) {
      await this.close();
      this.#current++;
    }
    if (!this.#file) {
      this.#file = await open(join(this.#directory, segmentName(this.#current)), 'a', 0o600);
      const { size } = await this.#file.stat();
      this.#segments.set(this.#current, {
        live: this.#segments.get(this.#current)?.live ?? 0,
        bytes: size,
      });
      await syncDirectory(this.#directory);
    }
    return this.#file;
  }

  #committed({ head, body, frame }: Appended, segment: Segment): Batch {
    const bytes = frame.reduce((sum, part) => sum + part.length, 0);
    const offset = segment.bytes + bytes - body.length;
    const batch = { ...head, segment: this.#current, offset, length: body.length, bytes };
    segment.bytes += bytes;
    segment.live++;
    this.#pendingBytes += bytes;
    if (this.#cachedBytes + body.length > cacheBytes) this.#bodies.give(body);
    else {
      this.#cache.set(batch, body);
      this.#cachedBytes += body.length;
    }
    return batch;
  }
}
