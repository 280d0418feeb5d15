import { workerData } from 'node:worker_threads';
import { answerQuestions } from '../../worker/worker-answer.ts';
import type { Found, WordQuery } from './search.ts';
import { SqliteSearch, type SqliteSearchOptions } from './sqlite.ts';

export interface SearchQuestion {
  organizationId: string;
  query: WordQuery;
}

/** The thread on which the embedded database is searched. */
const search = new SqliteSearch(workerData as SqliteSearchOptions);

answerQuestions<SearchQuestion, Found>(({ organizationId, query }) => search.search(organizationId, query));
