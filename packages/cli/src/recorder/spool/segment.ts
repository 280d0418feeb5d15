import { open, readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Batch, BatchHead } from './batch.ts';
import { type DecodedFrame, decodeFrames } from './frame.ts';

/** One file of the journal. */
export interface Segment {
  /** Batches in it that the server does not have yet. */
  live: number;
  bytes: number;
}

export const segmentName = (segment: number): string => `${String(segment).padStart(10, '0')}.log`;

const headOf = ({ body }: DecodedFrame): BatchHead => JSON.parse(body.toString('utf8', 0, body.indexOf(10)));

/** What former runs left behind, in order. Cuts off what a crash tore. */
export async function readSegments(
  directory: string,
): Promise<{ segments: Map<number, Segment>; batches: Batch[] }> {
  const segments = new Map<number, Segment>();
  const batches: Batch[] = [];
  for (const name of (await readdir(directory)).filter((one) => /^\d{10}\.log$/.test(one)).sort()) {
    const segment = Number.parseInt(name, 10);
    const data = await readFile(join(directory, name));
    const { frames } = decodeFrames(data);
    const heads = frames.map(headOf);
    // The last record has to be complete: without its last batch none of them counts.
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
  return { segments, batches };
}

/** The request body of a batch, from the disk. */
export async function readBody(directory: string, batch: Batch): Promise<Buffer> {
  const handle = await open(join(directory, segmentName(batch.segment)), 'r');
  try {
    const body = Buffer.alloc(batch.length);
    await handle.read(body, 0, batch.length, batch.offset);
    return body;
  } finally {
    await handle.close();
  }
}
