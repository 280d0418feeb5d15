import type { Context } from '../context.ts';
import type { NotificationRecord } from '../review/records.ts';
import type { Words } from './text.ts';

/** Mail leaves the house: words of sessions and comments go along only where the organization has said so (W12). */
export async function wordsFor(_context: Context, _line: NotificationRecord): Promise<Words | undefined> {
  return undefined;
}
