import type { EditToRead, ReadAgain, TranscriptStore } from '../../domain/session/transcript-ports.ts';
import { Questions } from '../questions.ts';
import { parseFind } from './find.ts';
import { TranscriptReader } from './reader.ts';
import type { ReadingAnswer, ReadingQuestion } from './thread.ts';

type AnswerOf<Kind extends ReadingAnswer['kind']> = Extract<ReadingAnswer, { kind: Kind }>;

/** The transcript as requests read it: pages from the database, and what takes time from a thread. */
export class Reading extends TranscriptReader implements TranscriptStore {
  readonly #thread = new Questions<ReadingQuestion, ReadingAnswer>({
    thread: new URL('./thread.ts', import.meta.url),
    maxWaiting: 100,
    deadline: 15_000,
    refusal: 'Too many readers at once; try again shortly.',
  });

  async whole(entries: readonly ReadAgain[]) {
    const { entries: found } = await this.#ask<'whole'>({ kind: 'whole', entries });
    return found;
  }

  async find(
    asked: { q: string; kinds: readonly string[] },
    pages: readonly { lane: number; page: number; body: Uint8Array }[],
  ) {
    const query = parseFind(asked.q, asked.kinds);
    // A copy: what goes to a thread takes all of the memory along that it is a part of.
    const copies = pages.map((page) => ({ ...page, body: new Uint8Array(page.body) }));
    const { hits } = await this.#ask<'find'>({ kind: 'find', query, pages: copies });
    return hits;
  }

  async findWhole(
    asked: { q: string; kinds: readonly string[] },
    entries: readonly (ReadAgain & { lane: number; index: number })[],
  ) {
    const query = parseFind(asked.q, asked.kinds);
    const { matches } = await this.#ask<'find-whole'>({ kind: 'find-whole', query, entries });
    return matches;
  }

  async changedFiles(sessionId: string, asked: { path?: string; from: number; limit: number }) {
    const pages = await this.editPages(sessionId);
    const { files, total, edits } = await this.#ask<'files'>({ kind: 'files', pages, ...asked });
    return { files, total, edits };
  }

  async netFile(edits: readonly EditToRead[]) {
    const { kind: _, ...file } = await this.#ask<'net'>({ kind: 'net', edits });
    return file;
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }

  async #ask<Kind extends ReadingAnswer['kind']>(question: ReadingQuestion): Promise<AnswerOf<Kind>> {
    return (await this.#thread.ask(question)) as AnswerOf<Kind>;
  }
}
