import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { writeDurably } from '../../disk.ts';
import { DigestSet, type ShortDigest } from './digest-set.ts';
import { MarkFile } from './mark-file.ts';
import type { SaidBefore } from './said-before.ts';
import { readIfThere, unreadable } from './unreadable.ts';

/** 8 MB on the disk; more sentences than people and agents say in years of pauses. */
const mostWords = 2 ** 20;
/** What tools printed during pauses takes no more than half of the room. */
const mostShown = mostWords / 2;
const mostLines = 2 ** 18;
const keyBytes = 32;
/** An import during a pause comes by thousands of files. */
const mostSaidBefore = 50;

/**
 * What was written during pauses, as keyed digests of sentences, ids and lines: enough to know it again, and nothing
 * that could be read. It belongs to the machine and not to a connection.
 */
export class PauseMemory {
  readonly #folder: string;
  readonly #words = new DigestSet();
  readonly #wordFile: MarkFile;
  readonly #lines = new Map<bigint, number>();
  readonly #lineFile: MarkFile;
  #key: Buffer | undefined;
  #isKeyKept = false;
  /** By path; a few sessions are written at a time. */
  readonly #saidBefore = new Map<string, SaidBefore>();
  /** False: made by a version that had no such memory, or new. */
  isLearnt = false;

  readonly #isKept: boolean;

  private constructor(folder: string, isKept: boolean) {
    this.#folder = folder;
    this.#isKept = isKept;
    this.#wordFile = new MarkFile(join(folder, 'words'), mostWords);
    this.#lineFile = new MarkFile(join(folder, 'lines'), mostLines);
  }

  /** `isKept` false: nothing is written. */
  static async open(folder: string, { isKept = true } = {}): Promise<PauseMemory> {
    const memory = new PauseMemory(folder, isKept);
    const key = (await readIfThere(join(folder, 'key')))?.toString();
    const words = await memory.#wordFile.read();
    const lines = await memory.#lineFile.read();
    if (key === undefined && !words?.length && !lines?.length) return memory;
    memory.#key = Buffer.from(key?.trim() ?? '', 'base64url');
    // Without its key nothing that is kept is known again, and it would be sent.
    if (memory.#key.length !== keyBytes) throw unreadable(join(folder, 'key'));
    memory.#isKeyKept = true;
    memory.isLearnt = words !== undefined;
    for (const mark of words ?? []) memory.#words.add(mark);
    for (const mark of lines ?? []) memory.#countLine(mark);
    return memory;
  }

  /** Whether nothing was ever written during a pause. */
  isEmpty(): boolean {
    return this.#words.size === 0 && this.#lines.size === 0;
  }

  get size(): number {
    return this.#words.size;
  }

  /** 32 bytes, for four marks. */
  digest(text: string | Uint8Array): Buffer {
    this.#key ??= randomBytes(keyBytes);
    return createHmac('sha256', this.#key).update(text).digest();
  }

  has(mark: ShortDigest): boolean {
    return this.#words.has(mark);
  }

  note(mark: ShortDigest): void {
    if (this.#words.add(mark)) this.#wordFile.note(mark);
  }

  noteShown(mark: ShortDigest): void {
    if (this.#words.size < mostShown) this.note(mark);
  }

  linesLike(mark: ShortDigest): number {
    return this.#lines.get(wholeOf(mark)) ?? 0;
  }

  noteLine(mark: ShortDigest): void {
    this.#countLine(mark);
    this.#lineFile.note(mark);
  }

  saidBefore(path: string): SaidBefore | undefined {
    return this.#saidBefore.get(path);
  }

  /** Kept while a pause lasts, for the files written last. */
  keepSaidBefore(path: string, before: SaidBefore): void {
    this.#saidBefore.delete(path);
    this.#saidBefore.set(path, before);
    if (this.#saidBefore.size <= mostSaidBefore) return;
    const [oldest] = this.#saidBefore.keys();
    this.#saidBefore.delete(oldest as string);
  }

  forgetSaidBefore(path: string): void {
    this.#saidBefore.delete(path);
  }

  /** Forgets what only a lasting pause asks for again. */
  trim(): void {
    this.#saidBefore.clear();
  }

  /** Durable when it resolves; before the places move past what was noted. */
  async flush(): Promise<void> {
    if (!this.#isKept) return;
    if (!this.#isKeyKept && this.#key) {
      await writeDurably(join(this.#folder, 'key'), `${this.#key.toString('base64url')}\n`);
      this.#isKeyKept = true;
    }
    await this.#wordFile.flush();
    await this.#lineFile.flush();
  }

  /** Everything that earlier versions held back was looked at. */
  async markLearnt(): Promise<void> {
    this.digest('');
    await this.flush();
    await this.#wordFile.create();
    this.isLearnt = true;
  }

  #countLine(mark: ShortDigest): void {
    const whole = wholeOf(mark);
    this.#lines.set(whole, (this.#lines.get(whole) ?? 0) + 1);
  }
}

const wholeOf = ({ high, low }: ShortDigest): bigint => (BigInt(high) << 32n) | BigInt(low);

export const markIn = (digest: Buffer, at: number): ShortDigest => ({
  high: digest.readUInt32LE(at),
  low: digest.readUInt32LE(at + 4),
});
