import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { DebriefError } from '@debrief/contract';
import type { Found, WordQuery } from './search.ts';
import { SqliteSearch, type SqliteSearchOptions } from './sqlite.ts';

interface Question {
  id: number;
  organizationId: string;
  query: WordQuery;
}

type Answer = { id: number; found: Found } | { id: number; fault: string };

interface Waiting {
  resolve(found: Found): void;
  reject(error: unknown): void;
}

/** More than this many at once are refused rather than queued. */
const maxWaiting = 200;

/** Searches the embedded database on a thread of its own: a search that takes its time holds up nobody else. */
export class SearchThread {
  readonly #options: SqliteSearchOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #count = 0;

  constructor(options: SqliteSearchOptions) {
    this.#options = options;
  }

  search(organizationId: string, query: WordQuery): Promise<Found> {
    if (this.#waiting.size >= maxWaiting) {
      throw new DebriefError('service_unavailable', 'Too many searches at once; try again shortly.', {
        retryAfter: 2,
      });
    }
    this.#worker ??= this.#start();
    const id = this.#count++;
    const { promise, resolve, reject } = Promise.withResolvers<Found>();
    this.#waiting.set(id, { resolve, reject });
    this.#worker.postMessage({ id, organizationId, query } satisfies Question);
    return promise;
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL(import.meta.url), { workerData: this.#options });
    worker.unref();
    worker.on('message', (answer: Answer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('found' in answer) waiting?.resolve(answer.found);
      else waiting?.reject(new Error(answer.fault));
    });
    worker.on('error', () => {});
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(new Error('the search thread ended'));
      this.#waiting.clear();
    });
    return worker;
  }
}

if (
  !isMainThread &&
  parentPort &&
  workerData?.projectionPath !== undefined &&
  workerData?.path !== undefined
) {
  const port = parentPort;
  const search = new SqliteSearch(workerData as SqliteSearchOptions);
  port.on('message', ({ id, organizationId, query }: Question) => {
    try {
      port.postMessage({ id, found: search.search(organizationId, query) } satisfies Answer);
    } catch (error) {
      port.postMessage({ id, fault: String(error) } satisfies Answer);
    }
  });
}
