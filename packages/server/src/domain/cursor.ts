import { DebriefError } from '@debrief/contract/error';

type Key = (string | number)[];

/** Opaque to clients: a version and the sort key of the last row. Holds a position, nothing of the tenant. */
export function encodeCursor(key: Key): string {
  return Buffer.from(JSON.stringify([1, ...key])).toString('base64url');
}

export function decodeCursor(cursor: string, shape: ('string' | 'number')[]): Key {
  const refuse = () => new DebriefError('invalid_cursor', 'cursor is not one this service issued.');
  if (!/^[A-Za-z0-9_-]+$/.test(cursor)) throw refuse();
  let key: unknown;
  try {
    key = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw refuse();
  }
  if (!Array.isArray(key) || key.length !== shape.length + 1 || key[0] !== 1) throw refuse();
  const rest = key.slice(1) as unknown[];
  const fits = rest.every(
    (part, index) =>
      typeof part === shape[index] &&
      // Only ids and whole numbers are sort keys; anything else would be somebody else's invention.
      (typeof part === 'number'
        ? Number.isSafeInteger(part) && part >= 0
        : /^[\w-]{1,64}$/.test(part as string)),
  );
  if (!fits || encodeCursor(rest as Key) !== cursor) throw refuse();
  return rest as Key;
}
