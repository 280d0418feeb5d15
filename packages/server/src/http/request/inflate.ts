import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { DebriefError } from '@debrief/contract';

const inflate = promisify(gunzip);

export const tooLarge = (max: number) =>
  new DebriefError('body_too_large', `The body may take at most ${max} bytes.`);

const notGzip = () => new DebriefError('invalid_json', 'The body is not valid gzip.');

const isTooLarge = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';

/** What was packed, unless it is larger than `max`. A bomb costs no more than that here (H10). */
export async function inflatedUpTo(bytes: Buffer, max: number): Promise<Buffer | undefined> {
  try {
    return await inflate(bytes, { maxOutputLength: max });
  } catch (error) {
    if (isTooLarge(error)) return undefined;
    throw notGzip();
  }
}

/** The same on a thread, where nothing else waits. Stops at the limit: a bomb costs no more than an honest body. */
export function inflated(bytes: Buffer, max: number): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: max });
  } catch (error) {
    throw isTooLarge(error) ? tooLarge(max) : notGzip();
  }
}
