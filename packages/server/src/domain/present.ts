export const iso = (epochMs: number): string => new Date(epochMs).toISOString();

export const isoOrNone = (epochMs: number | null): string | undefined =>
  epochMs === null ? undefined : iso(epochMs);

type Present<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: Exclude<T[K], null>;
};

/** Drops what has no value: an absent optional field is omitted, never null (H19). */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Present<T>;
}
