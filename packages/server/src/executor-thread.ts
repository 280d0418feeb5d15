import { workerData } from 'node:worker_threads';
import type { DatabaseConfig } from './config.ts';
import type { EventLog } from './domain/session/log-ports.ts';
import type { BodyQuestion } from './http/request/body-reader.ts';
import { PostgresReader } from './log/postgres/reader.ts';
import type { RedactionQuestion } from './log/rewritten.ts';
import type { SealQuestion } from './log/seal.ts';
import type { SecretsQuestion } from './log/secrets.ts';
import { SqliteReader } from './log/sqlite/reader.ts';
import type { BacktestQuestion } from './projection/findings/backtest.ts';
import type { ChecksQuestion } from './projection/findings/checks.ts';
import type { OffersQuestion } from './projection/findings/offers.ts';
import type { ReadingQuestion } from './projection/reading/asked/reading-task.ts';
import { searchPostgres } from './projection/search/postgres.ts';
import type { Found, SearchQuestion, WordQuery } from './projection/search/search.ts';
import { SqliteSearch } from './projection/search/sqlite.ts';
import { projectionPath } from './projection/sqlite-schema.ts';
import { openPool } from './store/connection/postgres-pool.ts';
import { sqlitePragmas } from './store/connection/sqlite-pragmas.ts';
import { isUnavailable } from './store/connection/unavailable.ts';
import { lowerThreadPriority, ownThreadId } from './worker/thread-priority.ts';
import { answerQuestions } from './worker/worker-answer.ts';

/** A thread of the executor, and its wiring: which log and which index it reads. */

export interface ExecutorWiring {
  database: DatabaseConfig;
}

type Question =
  | BacktestQuestion
  | ChecksQuestion
  | OffersQuestion
  | BodyQuestion
  | RedactionQuestion
  | SealQuestion
  | SecretsQuestion
  | SearchQuestion
  | ({ task: 'reading' } & ReadingQuestion);

interface Sources {
  log: Pick<EventLog, 'read'>;
  search(organizationId: string, query: WordQuery): Found | Promise<Found>;
}

/** One task at a time: one connection is enough. */
function open({ database }: ExecutorWiring): Sources {
  if (database.engine === 'postgres') {
    const pool = openPool({ url: database.url, poolSize: 1 });
    return {
      log: new PostgresReader({ pool, isUnavailable }),
      search: (organizationId, query) => searchPostgres(pool, organizationId, query),
    };
  }
  const { path } = database;
  let index: SqliteSearch | undefined;
  return {
    log: new SqliteReader(path, sqlitePragmas, { remembers: false }),
    search(organizationId, query) {
      index ??= new SqliteSearch({ path, projectionPath: projectionPath(path) });
      return index.search(organizationId, query);
    },
  };
}

let sources: Sources | undefined;
const opened = () => (sources ??= open(workerData as ExecutorWiring));

/** What a task needs is loaded with the first of its kind: the schemas alone are 400 modules. */
async function perform(question: Question): Promise<unknown> {
  switch (question.task) {
    case 'body': {
      const { readAside } = await import('./http/request/body-task.ts');
      return readAside(question);
    }
    case 'reading': {
      const { answerReading } = await import('./projection/reading/asked/reading-task.ts');
      return answerReading(opened().log, question);
    }
    case 'backtest': {
      const { backtest } = await import('./projection/findings/backtest.ts');
      return backtest(opened().log, question);
    }
    case 'checks': {
      const { checksOf } = await import('./projection/findings/checks.ts');
      return checksOf(opened().log, question);
    }
    case 'offers': {
      const { offers } = await import('./projection/findings/offers.ts');
      return offers(question);
    }
    case 'redaction': {
      const { redactBatches } = await import('./log/rewritten.ts');
      return redactBatches(question);
    }
    case 'secrets': {
      const { secretsOf } = await import('./log/secrets.ts');
      return secretsOf(opened().log, question);
    }
    case 'seal': {
      const { sealBatches } = await import('./log/seal.ts');
      return sealBatches(question);
    }
    case 'search':
      return opened().search(question.organizationId, question.query);
  }
}

/** The memory of what comes back as bytes is handed over. */
function memoryOf(answer: unknown): ArrayBuffer | undefined {
  const bytes = (answer as { read?: { lines?: unknown } } | undefined)?.read?.lines ?? answer;
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? bytes.buffer : undefined;
}

/** A third of a busy core: whoever asked waits, and so do those who sent something small. */
const priority = 5;

const threadId = ownThreadId();
if (threadId !== undefined) lowerThreadPriority(threadId, priority);
answerQuestions<Question, unknown>(perform, { transfer: memoryOf });
