import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from './frame.ts';

/**
 * Which lines of a session were taken, 8 bytes each. Asked only when a file turns out to be rewritten:
 * then it is read from its beginning and what was taken before is left out.
 */
export function markOf(bytes: Buffer): bigint {
  // Ids and times stand at either end of a record; the bulk between them would only cost time.
  const ends = bytes.length <= 2 * edge ? bytes : bytes.subarray(0, edge);
  const head = crc32(ends);
  const sum = ends === bytes ? head : crc32(bytes.subarray(-edge), head);
  return (BigInt(sum) << 32n) | BigInt(bytes.length);
}

const edge = 512;

const pathOf = (directory: string, id: string): string => join(directory, 'seen', `${id}.bin`);

export async function rememberSeen(directory: string, id: string, marks: bigint[]): Promise<void> {
  if (marks.length === 0) return;
  await mkdir(join(directory, 'seen'), { recursive: true, mode: 0o700 });
  await appendFile(pathOf(directory, id), Buffer.from(BigUint64Array.from(marks).buffer), { mode: 0o600 });
}

export async function recallSeen(directory: string, id: string): Promise<Set<bigint>> {
  const data = await readFile(pathOf(directory, id)).catch(() => Buffer.alloc(0));
  const whole = data.length - (data.length % 8);
  return new Set(new BigUint64Array(data.buffer.slice(data.byteOffset, data.byteOffset + whole)));
}
