import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Keeps on this machine what the server will not take: its reason on the first line, the request below. */
export async function quarantine(
  directory: string,
  name: string,
  session: string,
  body: Buffer,
  error: unknown,
): Promise<void> {
  await mkdir(join(directory, 'quarantine'), { recursive: true, mode: 0o700 });
  const reason = Buffer.from(`${JSON.stringify({ session, error: String(error) })}\n`);
  await writeFile(join(directory, 'quarantine', `${name}.json`), Buffer.concat([reason, body]), {
    mode: 0o600,
  });
}
