import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { knownWrites } from '../worker/known-writes.ts';
import type { StoredJudgement } from './findings/judgement.ts';
import { findingsValues, insertFindings } from './findings/row.ts';
import { type Terms, TermsReader, termsQueries } from './findings/terms.ts';
import { unpackState } from './fold.ts';
import type { LinkDatabase, Values } from './links/port.ts';
import { linkSteps } from './links/step.ts';
import { linkTableNames } from './links/tables.ts';
import {
  behindQuery,
  type Projection,
  type Saved,
  type Step,
  type Subject,
  savedQuery,
  subjectColumns,
} from './port.ts';
import { type PageKey, type PageKind, pageKinds, pageSize, type StoredPage } from './reading/page.ts';
import { type PageRow, pageColumns, pageOf, pageValues } from './reading/row.ts';
import type { Chunk } from './search/chunk.ts';
import { chunksPerSecond, firstChunkId, scopeWord, wordsOf } from './search/words.ts';
import { projectionPragmas } from './sqlite-schema.ts';
import type { Waiting } from './waiting.ts';

export interface SqliteProjectionOptions {
  /** The database of records and events; only read. */
  path: string;
  pragmas: string;
  projectionPath: string;
}

type Row = Record<string, SQLInputValue>;

export class SqliteProjection implements Projection {
  /** Sees both files, writes to neither: a transaction over both would lock both. */
  readonly #records: DatabaseSync;
  readonly #db: DatabaseSync;
  readonly #terms: TermsReader;
  readonly #statements = new Map<string, StatementSync>();

  constructor({ path, pragmas, projectionPath }: SqliteProjectionOptions) {
    this.#records = new DatabaseSync(path);
    this.#records.exec(`${pragmas} PRAGMA query_only = ON;`);
    this.#records.prepare('attach database ? as projection').run(projectionPath);
    this.#db = new DatabaseSync(projectionPath);
    this.#db.exec(projectionPragmas);
    const rows = async <Row>(text: string, ...values: SQLInputValue[]) =>
      this.#records.prepare(text.replaceAll('$', '?')).all(...values) as Row[];
    this.#terms = new TermsReader({
      policies: (organizationId, repoRoot) => rows(termsQueries.policies, organizationId, repoRoot),
      decisions: (organizationId) => rows(termsQueries.decisions, organizationId),
      settled: (sessionId) => rows(termsQueries.settled, sessionId),
    });
  }

  async find(sessionId: string) {
    const subject = this.#subject(sessionId);
    if (!subject) return undefined;
    const saved = this.#records.prepare(`${savedQuery} ?`).get(sessionId) as unknown as Saved | undefined;
    return { subject, saved };
  }

  terms(subject: Subject): Promise<Terms> {
    return this.#terms.termsOf(subject);
  }

  async state(sessionId: string) {
    const row = this.#one(
      'select state_to, state from session_statistics where session_id = ? and state is not null',
      sessionId,
    );
    return row && { to: Number(row.state_to), state: unpackState(row.state as Uint8Array) };
  }

  async pages(sessionId: string, keys: readonly PageKey[]): Promise<StoredPage[]> {
    return keys.flatMap(({ kind, lane, page }) => {
      const row = this.#one(
        `select ${pageColumns}, skeleton, body from pages where session_id = ? and kind = ? and lane = ? and page = ?`,
        sessionId,
        pageKinds[kind],
        lane,
        page,
      );
      return row ? [pageOf(row as unknown as PageRow)] : [];
    });
  }

  async length(sessionId: string, kind: PageKind, lane: number): Promise<number> {
    const row = this.#one(
      'select page, count from pages where session_id = ? and kind = ? and lane = ? order by page desc limit 1',
      sessionId,
      pageKinds[kind],
      lane,
    );
    return row ? Number(row.page) * pageSize[kind] + Number(row.count) : 0;
  }

  async save(step: Step): Promise<boolean> {
    return this.#transaction(() => {
      const { sessionId } = step.subject;
      // Deleted meanwhile: whoever deletes waits for this transaction and then removes what it wrote.
      if (!this.#subject(sessionId)) return false;
      if (!this.#advance(step)) return false;
      if (step.title !== undefined) {
        this.#remove('session_id = ? and sequence = 0', sessionId);
        if (step.title) this.#add(step.subject, [{ sequence: 0, kind: 'title', text: step.title }]);
      }
      this.#add(step.subject, step.chunks);
      for (const page of step.pages) this.#putPage(sessionId, page);
      if (step.findings) this.#putFindings(step.subject, step.findings);
      for (const [text, values] of linkSteps(step)) this.#write(text, values);
      return true;
    });
  }

  async setAside({ sessionId, organizationId }: Subject, fault: string): Promise<void> {
    this.#transaction(() => {
      this.#run('delete from pages where session_id = ?', sessionId);
      this.#removeFindings(sessionId);
      for (const table of linkTableNames) this.#run(`delete from ${table} where session_id = ?`, sessionId);
      this.#run(
        `insert into session_statistics (session_id, organization_id, folded_to, state_to, fault)
          values (?, ?, 0, 0, ?) on conflict do update set fault = excluded.fault`,
        sessionId,
        organizationId,
        fault.slice(0, 500),
      );
    });
  }

  async behind(limit: number, all: boolean): Promise<Waiting[]> {
    return this.#records.prepare(behindQuery(all, '?')).all(limit) as unknown as Waiting[];
  }

  async forget(sessionId: string): Promise<void> {
    this.#transaction(() => {
      this.#remove('session_id = ?', sessionId);
      this.#run('delete from pages where session_id = ?', sessionId);
      this.#removeFindings(sessionId);
      for (const table of linkTableNames) this.#run(`delete from ${table} where session_id = ?`, sessionId);
      this.#run('delete from session_statistics where session_id = ?', sessionId);
    });
  }

  async sweep(): Promise<void> {
    const lost = this.#records
      .prepare(
        `select session_id as sessionId from projection.session_statistics p
          where not exists (select 1 from sessions s where s.session_id = p.session_id)`,
      )
      .all();
    for (const { sessionId } of lost) await this.forget(String(sessionId));
  }

  readonly links: LinkDatabase = {
    rows: async <Row>(text: string, values: Values) =>
      this.#records.prepare(numbered(text)).all(...values) as Row[],
    write: async (sessionId, statements) =>
      this.#transaction(() => {
        if (sessionId !== undefined && !this.#subject(sessionId)) return;
        for (const [text, values] of statements) this.#write(text, values);
      }),
  };

  async close(): Promise<void> {
    this.#records.close();
    this.#db.close();
  }

  #subject(sessionId: string): Subject | undefined {
    const row = this.#records
      .prepare(`select ${subjectColumns} from sessions s where s.session_id = ?`)
      .get(sessionId);
    return row as unknown as Subject | undefined;
  }

  #advance({ subject, from, to, brief, state, title }: Step): boolean {
    const { sessionId, organizationId } = subject;
    if (from === undefined) {
      const added = this.#run(
        `insert into session_statistics (session_id, organization_id, folded_to, state_to, state, brief, title)
          values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
        sessionId,
        organizationId,
        to,
        state?.to ?? 0,
        state?.body ?? null,
        brief,
        title ?? null,
      );
      return added === 1;
    }
    const moved = this.#run(
      `update session_statistics set folded_to = ?, brief = ?, title = coalesce(?, title)
        where session_id = ? and folded_to = ?`,
      to,
      brief,
      title ?? null,
      sessionId,
      from,
    );
    if (moved === 1 && state) {
      this.#run(
        'update session_statistics set state = ?, state_to = ? where session_id = ?',
        state.body,
        state.to,
        sessionId,
      );
    }
    return moved === 1;
  }

  #add({ sessionId, organizationId, startedAt }: Subject, chunks: readonly Chunk[]): void {
    if (chunks.length === 0) return;
    const first = firstChunkId(startedAt);
    const last = this.#one(
      'select max(chunk_id) as last from search_chunks where chunk_id between ? and ?',
      first,
      first + chunksPerSecond - 1,
    );
    let id = last?.last == null ? first : Number(last.last) + 1;
    const scope = scopeWord(organizationId);
    for (const { sequence, kind, text } of chunks) {
      const words = wordsOf(text);
      if (words.length === 0) continue;
      this.#run('insert into search_chunks values (?, ?, ?, ?, ?)', id, sessionId, kind, sequence, text);
      this.#run(
        'insert into search_index (rowid, scope, words) values (?, ?, ?)',
        id,
        scope,
        words.map(({ word }) => word).join(' '),
      );
      id++;
    }
  }

  #putPage(sessionId: string, page: StoredPage): void {
    this.#run(
      `insert into pages values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (session_id, kind, lane, page)
        do update set count = excluded.count, first_sequence = excluded.first_sequence,
          last_sequence = excluded.last_sequence, changed_to = excluded.changed_to,
          retracted_to = excluded.retracted_to, skeleton = excluded.skeleton, body = excluded.body`,
      ...pageValues(sessionId, page),
    );
  }

  #putFindings({ sessionId, organizationId }: Subject, judged: StoredJudgement): void {
    this.#removeFindings(sessionId);
    this.#run(insertFindings, ...findingsValues(sessionId, organizationId, judged));
    for (const { rule, severity, count } of judged.rules)
      this.#run(
        'insert into session_rules values (?, ?, ?, ?, ?)',
        sessionId,
        rule,
        organizationId,
        severity,
        count,
      );
  }

  #removeFindings(sessionId: string): void {
    this.#run('delete from session_rules where session_id = ?', sessionId);
    this.#run('delete from session_findings where session_id = ?', sessionId);
  }

  /** In the file of what is derived there is no other schema. */
  #write(text: string, values: Values): void {
    this.#run(numbered(text.replaceAll('projection.', '')), ...values);
  }

  #remove(where: string, sessionId: string): void {
    this.#run(
      `delete from search_index where rowid in (select chunk_id from search_chunks where ${where})`,
      sessionId,
    );
    this.#run(`delete from search_chunks where ${where}`, sessionId);
  }

  #transaction<Result>(work: () => Result): Result {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#db.exec('COMMIT');
      // For who reads in the same thread; another one hears of it by a message.
      knownWrites.count++;
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  #prepare(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.#db.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  #one(text: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(text).get(...values) as Row | undefined;
  }

  #run(text: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(text).run(...values).changes);
  }
}

const numbered = (text: string): string => text.replaceAll(/\$(\d+)/g, '?$1');
