import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { countLater, keepCounts, laterThan, putRequests, sqliteDialect, type Work } from './family/keep.ts';
import { doneAtOnce, inFile, numbered } from './family/run.ts';
import type { StoredJudgement } from './findings/judgement.ts';
import { findingsValues, insertFindings } from './findings/row.ts';
import { type Terms, TermsReader, termsQueries } from './findings/terms.ts';
import { unpackState } from './fold.ts';
import { insightStatements, setAsideStatement } from './insights/row.ts';
import type { LinkDatabase, LinkValues } from './links/port.ts';
import { linkSteps } from './links/step.ts';
import { linkTableNames } from './links/tables.ts';
import { listedNames, listedValues, riskOf } from './lists/order.ts';
import { removeOlderFiles, resetSqliteModel, sqliteProgress } from './model/sqlite.ts';
import { type Progress, workLease } from './model/tables.ts';
import {
  behindQuery,
  type FoldStep,
  type House,
  type Projection,
  type Saved,
  type Subject,
  savedQuery,
  subjectColumns,
} from './port.ts';
import { PreparedDatabase } from './prepared-database.ts';
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

export class SqliteProjection implements Projection {
  /** Sees both files, writes to neither: a transaction over both would lock both. */
  readonly #records: DatabaseSync;
  readonly #db: PreparedDatabase;
  readonly #terms: TermsReader;
  readonly #path: string;

  constructor({ path, pragmas, projectionPath }: SqliteProjectionOptions) {
    this.#path = path;
    this.#records = new DatabaseSync(path);
    this.#records.exec(`${pragmas} PRAGMA query_only = ON;`);
    this.#records.prepare('attach database ? as projection').run(projectionPath);
    this.#db = new PreparedDatabase(projectionPath, projectionPragmas);
    const rows = async <Row>(text: string, ...values: SQLInputValue[]) =>
      this.#records.prepare(text.replaceAll('$', '?')).all(...values) as Row[];
    this.#terms = new TermsReader({
      policies: (organizationId, repoRoot) => rows(termsQueries.policies, organizationId, repoRoot),
      decisions: (organizationId) => rows(termsQueries.decisions, organizationId, ''),
      decided: (sessionId) => rows(termsQueries.decided, sessionId),
    });
  }

  async find(sessionId: string) {
    // In this order: read the other way round, more could be folded than there seems to be.
    const saved = this.#records.prepare(`${savedQuery} ?`).get(sessionId) as unknown as Saved | undefined;
    const subject = this.#subject(sessionId);
    return subject && { subject, saved };
  }

  terms(subject: Subject): Promise<Terms> {
    return this.#terms.termsOf(subject);
  }

  async state(sessionId: string) {
    const row = this.#db.one(
      'select state_to, state from session_statistics where session_id = ? and state is not null',
      sessionId,
    );
    return row && { to: Number(row.state_to), state: unpackState(row.state as Uint8Array) };
  }

  async pages(sessionId: string, keys: readonly PageKey[]): Promise<StoredPage[]> {
    return keys.flatMap(({ kind, lane, page }) => {
      const row = this.#db.one(
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
    const row = this.#db.one(
      'select page, count from pages where session_id = ? and kind = ? and lane = ? order by page desc limit 1',
      sessionId,
      pageKinds[kind],
      lane,
    );
    return row ? Number(row.page) * pageSize[kind] + Number(row.count) : 0;
  }

  async save(step: FoldStep): Promise<boolean> {
    return this.#db.transaction(() => {
      const { sessionId } = step.subject;
      // Deleted meanwhile: whoever deletes waits for this transaction and then removes what it wrote.
      const now = this.#subject(sessionId);
      // The same when words are taken out of it: what was read before would bring them back.
      if (now?.build !== step.subject.build || now.redactions !== step.subject.redactions) return false;
      if (!this.#advance(step)) return false;
      if (step.title !== undefined) {
        this.#remove('session_id = ? and sequence = 0', sessionId);
        if (step.title) this.#add(step.subject, [{ sequence: 0, kind: 'title', text: step.title }]);
      }
      this.#add(step.subject, step.chunks);
      for (const page of step.pages) this.#putPage(sessionId, page);
      if (step.findings) this.#putFindings(step.subject, step.findings);
      for (const [text, values] of linkSteps(step)) this.#write(text, values);
      this.#do(putRequests(sqliteDialect, step));
      this.#do(keepCounts(sqliteDialect, step));
      for (const [text, values] of insightStatements(step.subject, step.work)) this.#write(text, values);
      return true;
    });
  }

  async setAside(subject: Subject, fault: string): Promise<void> {
    const { sessionId, organizationId } = subject;
    this.#db.transaction(() => {
      if (!this.#subject(sessionId)) return;
      this.#db.run('delete from pages where session_id = ?', sessionId);
      this.#removeFindings(sessionId);
      for (const table of linkTableNames)
        this.#db.run(`delete from ${table} where session_id = ?`, sessionId);
      this.#db.run(
        `insert into session_statistics
            (session_id, organization_id, folded_to, state_to, fault, ${listedNames.join(', ')})
          values (?, ?, 0, 0, ?, ${places}) on conflict do update
            set fault = excluded.fault, events = excluded.events, risk = 0, noteworthy = 0`,
        sessionId,
        organizationId,
        fault.slice(0, 500),
        ...listedValues(subject, subject.eventCount),
      );
      const [text, values] = setAsideStatement(subject);
      this.#write(text, values);
    });
  }

  async note(subject: Subject): Promise<void> {
    this.#db.transaction(() => {
      if (!this.#subject(subject.sessionId)) return;
      for (const [text, values] of insightStatements(subject, undefined)) this.#write(text, values);
    });
  }

  async behind(limit: number, all: boolean): Promise<Waiting[]> {
    return this.#records.prepare(behindQuery(all, '?')).all(limit) as unknown as Waiting[];
  }

  async forget(sessionId: string): Promise<void> {
    this.#db.transaction(() => {
      this.#remove('session_id = ?', sessionId);
      this.#db.run('delete from pages where session_id = ?', sessionId);
      this.#removeFindings(sessionId);
      for (const table of linkTableNames)
        this.#db.run(`delete from ${table} where session_id = ?`, sessionId);
      const later = this.#do(laterThan(sessionId));
      this.#db.run('delete from requests where session_id = ?', sessionId);
      this.#db.run('delete from session_statistics where session_id = ?', sessionId);
      this.#do(countLater(sqliteDialect, later));
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

  async takeWork(limit: number): Promise<Waiting[]> {
    return this.#db.transaction(() => {
      const now = Date.now();
      return this.#db.all(
        `update work set taken_until = ? where session_id in
          (select session_id from work where taken_until < ? order by place limit ?)
          returning session_id as sessionId, organization_id as organizationId`,
        now + workLease,
        now,
        limit,
      ) as unknown as Waiting[];
    });
  }

  async endWork(sessionId: string): Promise<void> {
    this.#db.transaction(() => this.#db.run('delete from work where session_id = ?', sessionId));
  }

  async progress(): Promise<Progress> {
    const progress = sqliteProgress(this.#db);
    if (progress.left === 0) this.#db.run('update model set whole_at = ? where whole_at is null', Date.now());
    return progress;
  }

  async reset(build: string): Promise<void> {
    resetSqliteModel(this.#path, build);
  }

  async keepHouse(): Promise<House> {
    this.#db.run('update model set used_at = ?', Date.now());
    const isWhole = this.#db.one('select 1 from model where whole_at is not null') !== undefined;
    return { removed: isWhole ? removeOlderFiles(this.#path) : [], hasOtherVersions: false };
  }

  readonly links: LinkDatabase = {
    rows: async <Row>(text: string, values: LinkValues) =>
      this.#records.prepare(numbered(text)).all(...values) as Row[],
    write: async (sessionId, statements) =>
      this.#db.transaction(() => {
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

  #advance({ subject, from, to, lastEvent, figures, state, title, findings }: FoldStep): boolean {
    const { sessionId, organizationId } = subject;
    const [risk, noteworthy] = riskOf(findings);
    if (from === undefined) {
      const added = this.#db.run(
        `insert into session_statistics
            (session_id, organization_id, folded_to, state_to, state, figures, title, folded_at, last_event, risk,
              noteworthy, ${listedNames.join(', ')})
          values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${places}) on conflict do nothing`,
        sessionId,
        organizationId,
        to,
        state?.to ?? 0,
        state?.body ?? null,
        figures,
        title ?? null,
        Date.now(),
        lastEvent ?? null,
        risk ?? 0,
        noteworthy ?? 0,
        ...listedValues(subject, to),
      );
      return added === 1;
    }
    const moved = this.#db.run(
      `update session_statistics set folded_to = ?, figures = ?, title = coalesce(?, title), folded_at = ?,
          last_event = coalesce(?, last_event), risk = coalesce(?, risk), noteworthy = coalesce(?, noteworthy),
          waiting_since = ?, is_history = ?, events = ?, repository = ?
        where session_id = ? and folded_to = ?`,
      to,
      figures,
      title ?? null,
      Date.now(),
      lastEvent ?? null,
      risk,
      noteworthy,
      subject.waitingSince,
      Number(subject.isHistory),
      to,
      subject.repository,
      sessionId,
      from,
    );
    if (moved === 1 && state) {
      this.#db.run(
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
    const last = this.#db.one(
      'select max(chunk_id) as last from search_chunks where chunk_id between ? and ?',
      first,
      first + chunksPerSecond - 1,
    );
    let id = last?.last == null ? first : Number(last.last) + 1;
    const scope = scopeWord(organizationId);
    for (const { sequence, kind, text } of chunks) {
      const words = wordsOf(text);
      if (words.length === 0) continue;
      this.#db.run('insert into search_chunks values (?, ?, ?, ?, ?)', id, sessionId, kind, sequence, text);
      this.#db.run(
        'insert into search_index (rowid, scope, words) values (?, ?, ?)',
        id,
        scope,
        words.map(({ word }) => word).join(' '),
      );
      id++;
    }
  }

  #putPage(sessionId: string, page: StoredPage): void {
    this.#db.run(
      `insert into pages values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (session_id, kind, lane, page)
        do update set count = excluded.count, first_sequence = excluded.first_sequence,
          last_sequence = excluded.last_sequence, changed_to = excluded.changed_to,
          retracted_to = excluded.retracted_to, skeleton = excluded.skeleton, body = excluded.body`,
      ...pageValues(sessionId, page),
    );
  }

  #putFindings({ sessionId, organizationId, startedAt }: Subject, judged: StoredJudgement): void {
    this.#removeFindings(sessionId);
    this.#db.run(insertFindings, ...findingsValues(sessionId, organizationId, judged));
    for (const { rule, severity, count } of judged.rules)
      this.#db.run(
        'insert into session_rules values (?, ?, ?, ?, ?, ?)',
        sessionId,
        rule,
        organizationId,
        severity,
        count,
        startedAt,
      );
    for (const { kind, command, sequence, times } of judged.failures)
      this.#db.run(
        'insert into session_failures values (?, ?, ?, ?, ?, ?, ?)',
        ...[sessionId, kind, command, organizationId, sequence, times, startedAt],
      );
  }

  #removeFindings(sessionId: string): void {
    this.#db.run('delete from session_rules where session_id = ?', sessionId);
    this.#db.run('delete from session_failures where session_id = ?', sessionId);
    this.#db.run('delete from session_findings where session_id = ?', sessionId);
    this.#db.run('delete from session_answers where session_id = ?', sessionId);
  }

  #do<Result>(work: Work<Result>): Result {
    return doneAtOnce(work, (text, values) => this.#db.all(text, ...values));
  }

  /** In the file of what is derived there is no other schema. */
  #write(text: string, values: LinkValues): void {
    this.#db.run(inFile(text), ...values);
  }

  #remove(where: string, sessionId: string): void {
    this.#db.run(
      `delete from search_index where rowid in (select chunk_id from search_chunks where ${where})`,
      sessionId,
    );
    this.#db.run(`delete from search_chunks where ${where}`, sessionId);
  }
}

/** Of `listedValues` in a statement. */
const places = listedNames.map(() => '?').join(', ');
