const day = 86_400_000;
const padded = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'));

let lastDay = { number: 0, text: '1970-01-01T' };
let last = { at: 0, text: '1970-01-01T00:00:00.000Z' };

/**
 * As `Date.toISOString` writes it, several times as fast: events of one batch have one time, and what is listed
 * side by side mostly one day.
 */
export function iso(epochMs: number): string {
  if (epochMs === last.at) return last.text;
  const number = Math.floor(epochMs / day);
  if (number !== lastDay.number)
    lastDay = { number, text: new Date(number * day).toISOString().slice(0, -13) };
  const ms = epochMs - number * day;
  const seconds = Math.floor(ms / 1000);
  const time = `${padded[Math.floor(seconds / 3600)]}:${padded[Math.floor(seconds / 60) % 60]}:${padded[seconds % 60]}`;
  last = { at: epochMs, text: `${lastDay.text}${time}.${String(ms % 1000).padStart(3, '0')}Z` };
  return last.text;
}

export const isoOrNone = (epochMs: number | null): string | undefined =>
  epochMs === null ? undefined : iso(epochMs);

type Present<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: Exclude<T[K], null>;
};

/** Drops what has no value: an absent optional field is omitted, never null (H19). */
export function present<T extends object>(fields: T): Present<T> {
  const kept: Partial<T> = {};
  for (const name in fields)
    if (fields[name] !== null && fields[name] !== undefined) kept[name] = fields[name];
  return kept as unknown as Present<T>;
}
