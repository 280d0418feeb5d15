import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appendInto } from '../../disk.ts';
import { crc32 } from './frame.ts';

/**
 * Which lines of a session were taken, 8 bytes each. Asked only when a file turns out to be rewritten:
 * then it is read from its beginning and what was taken before is left out.
 */
export function markOf(bytes: Buffer): bigint {
  // Ids and times stand at either end of a record; the bulk between them would only cost time.
  let ends = bytes;
  if (bytes.length > 2 * edge) {
    bytes.copy(both, 0, 0, edge);
    bytes.copy(both, edge, bytes.length - edge);
    ends = both;
  }
  return (BigInt(crc32(ends)) << 32n) | BigInt(bytes.length);
}

const edge = 512;
const both = Buffer.alloc(2 * edge);

const pathOf = (directory: string, id: string): string => join(directory, 'seen', `${id}.bin`);

export async function rememberSeen(directory: string, id: string, marks: bigint[]): Promise<void> {
  if (marks.length === 0) return;
  await appendInto(pathOf(directory, id), Buffer.from(BigUint64Array.from(marks).buffer));
}

/** Mark → how many lines with it were taken. */
export async function recallSeen(directory: string, id: string): Promise<Map<bigint, number>> {
  const data = await readFile(pathOf(directory, id)).catch(() => Buffer.alloc(0));
  const whole = data.length - (data.length % 8);
  const counts = new Map<bigint, number>();
  for (const mark of new BigUint64Array(data.buffer.slice(data.byteOffset, data.byteOffset + whole)))
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}
