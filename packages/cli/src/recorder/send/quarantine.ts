import { join } from 'node:path';
import { writeDurably } from '../../disk.ts';

/** Keeps on this machine what the server will not take: its reason on the first line, the request below. */
export async function quarantine(
  directory: string,
  name: string,
  session: string,
  body: Buffer,
  error: unknown,
): Promise<void> {
  const reason = Buffer.from(`${JSON.stringify({ session, error: String(error) })}\n`);
  await writeDurably(join(directory, 'quarantine', `${name}.json`), Buffer.concat([reason, body]));
}
