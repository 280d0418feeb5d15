let last = { at: 0, text: new Date(0).toISOString() };

/** Events of one batch have one time: the last answer is likely the next one. */
export function iso(epochMs: number): string {
  if (epochMs !== last.at) last = { at: epochMs, text: new Date(epochMs).toISOString() };
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
