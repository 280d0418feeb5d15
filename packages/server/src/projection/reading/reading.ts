import type { Caller } from '../../domain/actor.ts';
import type {
  AskedPlace,
  FileAtToRead,
  FileToRead,
  FindRequest,
  FoundFile,
  FoundFiles,
  FoundInPages,
  FoundPlace,
  SessionToRead,
  TranscriptStore,
} from '../../domain/session/transcript-ports.ts';
import type { Executor } from '../../worker/executor.ts';
import { parseFind } from './asked/find.ts';
import type { ReadingQuestion } from './asked/reading-task.ts';
import type { TranscriptQueries } from './reader.ts';
import { TranscriptReader } from './reader.ts';

/** The transcript as requests read it: pages from the database, and what takes time from the executor. */
export class Reading extends TranscriptReader implements TranscriptStore {
  readonly #executor: Executor;

  constructor(queries: TranscriptQueries, executor: Executor) {
    super(queries);
    this.#executor = executor;
  }

  async whole(caller: Caller, session: SessionToRead, entry: string) {
    return this.#ask<Uint8Array | undefined>(caller, { kind: 'whole', session, entry });
  }

  async place(caller: Caller, session: SessionToRead, entry: string, asked: AskedPlace) {
    return this.#ask<FoundPlace>(caller, { kind: 'place', session, entry, asked });
  }

  async find(
    caller: Caller,
    session: SessionToRead,
    { q, kinds, start, milliseconds }: FindRequest & { start: number; milliseconds: number },
    pages: readonly { lane: number; page: number; body: Uint8Array }[],
  ) {
    const query = parseFind(q, kinds);
    // A copy: what goes to a thread takes all of the memory along that it is a part of.
    const copies = pages.map((page) => ({ ...page, body: new Uint8Array(page.body) }));
    const question = { kind: 'find', session, query, start, milliseconds, pages: copies } as const;
    return this.#ask<FoundInPages>(caller, question);
  }

  async changedFiles(
    caller: Caller,
    sessionId: string,
    asked: { path?: string; from: number; limit: number },
  ) {
    const pages = await this.editPages(sessionId);
    return this.#ask<FoundFiles>(caller, { kind: 'files', pages, ...asked });
  }

  async netFile(caller: Caller, session: SessionToRead, asked: FileToRead) {
    return this.#ask<Uint8Array>(caller, { kind: 'net', session, ...asked });
  }

  async editsOfFile(caller: Caller, sessionId: string, asked: { path: string; at: number }) {
    const pages = await this.editPages(sessionId);
    return this.#ask<FoundFile | undefined>(caller, { kind: 'file', pages, ...asked });
  }

  async fileAt(caller: Caller, session: SessionToRead, asked: FileAtToRead) {
    return this.#ask<Uint8Array>(caller, { kind: 'at', session, ...asked });
  }

  #ask<Answer>(caller: Caller, question: ReadingQuestion): Promise<Answer> {
    return this.#executor.run<Answer>(caller, { task: 'reading', ...question });
  }
}
