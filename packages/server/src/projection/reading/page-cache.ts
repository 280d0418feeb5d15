import { zstdDecompressSync } from 'node:zlib';

/** A page of entries, ready to be sent: its entries as JSON with commas between them. */
export interface ReadyPage {
  /** How far the session was folded when the page was read, and the entries its lane had then. */
  foldedTo: number;
  foldedAt?: number;
  total: number;
  json: Buffer;
  /** Where each entry ends in `json`. */
  ends: Uint32Array;
}

const lineEnd = 0x0a;
const comma = 0x2c;

/** The lines of a page become a list where they stand: JSON holds no line break of its own. */
export function readyPage(
  body: Uint8Array,
  position: { foldedTo: number; foldedAt?: number; total: number },
): ReadyPage {
  const json = zstdDecompressSync(body);
  const ends: number[] = [];
  for (let at = json.indexOf(lineEnd); at >= 0; at = json.indexOf(lineEnd, at + 1)) {
    json[at] = comma;
    ends.push(at);
  }
  if (json.length > 0) ends.push(json.length);
  return { ...position, json, ends: Uint32Array.from(ends) };
}

/** What a page takes besides its text: its name, its ends and the objects around them. */
const overhead = 2048;

/**
 * Pages that were read last. Somebody who scrolls asks for the same page several times, and several people read the
 * same session. A page counts only for the position it was read at, so nothing here has to be told of changes.
 */
export class PageCache {
  readonly #pages = new Map<string, ReadyPage>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(name: string, foldedTo: number): ReadyPage | undefined {
    const page = this.#pages.get(name);
    if (!page) return undefined;
    this.#pages.delete(name);
    if (page.foldedTo === foldedTo) {
      this.#pages.set(name, page);
      return page;
    }
    this.#bytes -= sizeOf(page);
    return undefined;
  }

  keep(name: string, page: ReadyPage): void {
    const old = this.#pages.get(name);
    if (old) this.#bytes -= sizeOf(old);
    this.#pages.delete(name);
    this.#pages.set(name, page);
    this.#bytes += sizeOf(page);
    for (const [oldest, one] of this.#pages) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#pages.delete(oldest);
      this.#bytes -= sizeOf(one);
    }
  }
}

const sizeOf = ({ json }: ReadyPage): number => json.length + overhead;
