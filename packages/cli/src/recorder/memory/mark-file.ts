import { open } from 'node:fs/promises';
import { appendInto, writeDurably } from '../../disk.ts';
import type { ShortDigest } from './digest-set.ts';
import { readIfThere } from './unreadable.ts';

const markBytes = 8;

/** Marks in a file, one after the other; a torn one at its end is none. */
export class MarkFile {
  readonly #path: string;
  readonly #most: number;
  #marks = 0;
  #pending: ShortDigest[] = [];
  #isTorn = false;

  constructor(path: string, most: number) {
    this.#path = path;
    this.#most = most;
  }

  /** Everything noted so far, the oldest first. Undefined: there is no such file. */
  async read(): Promise<ShortDigest[] | undefined> {
    const data = await readIfThere(this.#path);
    if (!data) return undefined;
    const marks: ShortDigest[] = [];
    for (let at = 0; at + markBytes <= data.length; at += markBytes)
      marks.push({ high: data.readUInt32LE(at), low: data.readUInt32LE(at + 4) });
    this.#marks = marks.length;
    // What comes next begins where a whole mark ends.
    if (data.length % markBytes > 0) await this.#rewrite(marks);
    return marks;
  }

  note(mark: ShortDigest): void {
    this.#pending.push(mark);
  }

  /** Durable when it resolves. Of more than it may hold, the newest three quarters stay. */
  async flush(): Promise<void> {
    if (this.#pending.length === 0) return;
    const taken = this.#pending;
    this.#pending = [];
    try {
      if (this.#isTorn) await this.read();
      this.#isTorn = false;
      if (this.#marks + taken.length > this.#most) {
        const all = [...((await this.read()) ?? []), ...taken];
        await this.#rewrite(all.slice(-Math.floor(this.#most * 0.75)));
        return;
      }
      await appendInto(this.#path, bytesOf(taken));
      const file = await open(this.#path, 'r+');
      await file.datasync().finally(() => file.close());
      this.#marks += taken.length;
    } catch (error) {
      this.#pending = [...taken, ...this.#pending];
      this.#isTorn = true;
      throw error;
    }
  }

  /** Makes the file, also with nothing in it. */
  async create(): Promise<void> {
    await appendInto(this.#path, '');
  }

  async #rewrite(marks: readonly ShortDigest[]): Promise<void> {
    await writeDurably(this.#path, bytesOf(marks));
    this.#marks = marks.length;
  }
}

function bytesOf(marks: readonly ShortDigest[]): Buffer {
  const bytes = Buffer.alloc(marks.length * markBytes);
  for (const [index, { high, low }] of marks.entries()) {
    bytes.writeUInt32LE(high, index * markBytes);
    bytes.writeUInt32LE(low, index * markBytes + 4);
  }
  return bytes;
}
