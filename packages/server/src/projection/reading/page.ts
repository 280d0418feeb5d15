import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** What pages hold: the entries of a lane, the list of lanes, the turns, the list of edits, the brief. */
export const pageKinds = { entries: 0, lanes: 1, turns: 2, edits: 3, brief: 4 } as const;
export type PageKind = keyof typeof pageKinds;

/** Items of a page; every page but the last of its list is full. */
export const pageSize: Record<PageKind, number> = {
  entries: 200,
  lanes: 200,
  turns: 200,
  edits: 500,
  brief: 1,
};

export interface PageKey {
  kind: PageKind;
  /** 0 for what is not by lane. */
  lane: number;
  page: number;
}

/** A page as it is stored. */
export interface StoredPage extends PageKey {
  /** Items in it. */
  count: number;
  /** Of entries: the smallest and the largest sequence that any of them was made of. */
  firstSequence: number;
  lastSequence: number;
  /** How far the session was folded when the page was last written, and when entries in it were last retracted. */
  changedTo: number;
  retractedTo: number;
  /** Of entries: what skeleton.ts makes of them. */
  skeleton: string | null;
  body: Uint8Array;
}

export const pageName = ({ kind, lane, page }: PageKey): string => `${kind}/${lane}/${page}`;

const parameters = { [constants.ZSTD_c_compressionLevel]: 1 };

/** JSON holds no line break of its own, so a line is an item. */
export const packItems = (items: readonly string[]): Uint8Array =>
  zstdCompressSync(items.join('\n'), { params: parameters });

export const unpackItems = (body: Uint8Array): string[] => {
  const text = zstdDecompressSync(body).toString();
  return text === '' ? [] : text.split('\n');
};
