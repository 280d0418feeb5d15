import type pg from 'pg';
import { countLater, keepCounts, postgresDialect, putRequests } from './family/keep.ts';
import { familyLock, lockedFamily, rowsOf } from './family/postgres.ts';
import { done } from './family/run.ts';
import type { StoredJudgement } from './findings/judgement.ts';
import { findingsValues, postgresInsert } from './findings/row.ts';
import { type Terms, TermsReader, termsQueries } from './findings/terms.ts';
import { unpackState } from './fold.ts';
import { insightStatements, setAsideStatement } from './insights/row.ts';
import type { LinkDatabase, LinkValues } from './links/port.ts';
import { linkSteps } from './links/step.ts';
import { linkTableNames } from './links/tables.ts';
import { listedNames, listedValues, riskOf } from './lists/order.ts';
import { dropUnusedModels, hasOthers, resetPostgresModel } from './model/postgres.ts';
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
import { type PageKey, type PageKind, pageKinds, pageSize, type StoredPage } from './reading/page.ts';
import { type PageRow, pageColumns, pageOf, pageValues } from './reading/row.ts';
import type { Chunk } from './search/chunk.ts';
import { tsvectorOf } from './search/words.ts';
import type { Waiting } from './waiting.ts';

export class PostgresProjection implements Projection {
  readonly #pool: pg.Pool;
  readonly #terms: TermsReader;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    const rows = async <Row extends object>(text: string, ...values: string[]) =>
      (await this.#pool.query<Row>(text, values)).rows;
    this.#terms = new TermsReader({
      policies: (organizationId, repoRoot) => rows(termsQueries.policies, organizationId, repoRoot),
      decisions: (organizationId) => rows(termsQueries.decisions, organizationId, ''),
      decided: (sessionId) => rows(termsQueries.decided, sessionId),
    });
  }

  async find(sessionId: string) {
    // In this order: read the other way round, more could be folded than there seems to be.
    const { rows } = await this.#pool.query<Saved>(`${savedQuery} $1`, [sessionId]);
    const subjects = await this.#pool.query<Subject>(
      `select ${subjectColumns} from sessions s where s.session_id = $1`,
      [sessionId],
    );
    const subject = subjects.rows[0];
    return subject && { subject, saved: rows[0] };
  }

  terms(subject: Subject): Promise<Terms> {
    return this.#terms.termsOf(subject);
  }

  async state(sessionId: string) {
    const { rows } = await this.#pool.query<{ to: number; body: Buffer }>(
      `select state_to as to, state as body from projection.session_statistics
        where session_id = $1 and state is not null`,
      [sessionId],
    );
    return rows[0] && { to: rows[0].to, state: unpackState(rows[0].body) };
  }

  async pages(sessionId: string, keys: readonly PageKey[]): Promise<StoredPage[]> {
    const { rows } = await this.#pool.query<PageRow>(
      `select ${pageColumns}, skeleton, body from projection.pages
        where session_id = $1 and (kind, lane, page) in
          (select * from unnest($2::smallint[], $3::integer[], $4::integer[]))`,
      [
        sessionId,
        keys.map(({ kind }) => pageKinds[kind]),
        keys.map(({ lane }) => lane),
        keys.map(({ page }) => page),
      ],
    );
    return rows.map(pageOf);
  }

  async length(sessionId: string, kind: PageKind, lane: number): Promise<number> {
    const { rows } = await this.#pool.query<{ page: number; count: number }>(
      `select page, count from projection.pages where session_id = $1 and kind = $2 and lane = $3
        order by page desc limit 1`,
      [sessionId, pageKinds[kind], lane],
    );
    return rows[0] ? rows[0].page * pageSize[kind] + rows[0].count : 0;
  }

  async save(step: FoldStep): Promise<boolean> {
    const { subject, title, chunks } = step;
    return this.#transaction(async (client) => {
      // Two servers that fold the same session do it one after the other: the second then sees what the first wrote.
      await client.query(sessionLock, [subject.sessionId]);
      // Held until the end, so that a deletion, or who takes words out, waits and then removes what this writes.
      const there = await client.query<{ build: string; redactions: number; foldedTo: number | null }>(
        `select redactions, (select build from projection.model) as build,
            (select folded_to from projection.session_statistics where session_id = $1) as "foldedTo"
          from sessions where session_id = $1 for key share`,
        [subject.sessionId],
      );
      const found = there.rows[0];
      if (found?.build !== subject.build || found.redactions !== subject.redactions) return false;
      if (found.foldedTo !== (step.from ?? null)) return false;
      if (title !== undefined) {
        await client.query('delete from projection.search_chunks where session_id = $1 and sequence = 0', [
          subject.sessionId,
        ]);
      }
      await add(client, subject, [
        ...(title ? [{ sequence: 0, kind: 'title' as const, text: title }] : []),
        ...chunks,
      ]);
      await putPages(client, subject.sessionId, step.pages);
      if (step.findings) await putFindings(client, subject, step.findings);
      for (const [text, values] of linkSteps(step)) await client.query(text, values as unknown[]);
      await done(putRequests(postgresDialect, step), rowsOf(client));
      // Two steps that tell of the same requests must see each other. After everything that only this session has, so
      // that an organization's sessions are folded side by side; before the row that others of the family count anew.
      if (step.requests.length > 0) await client.query(familyLock, [subject.organizationId]);
      if (!(await advance(client, step))) return false;
      await done(keepCounts(postgresDialect, step), rowsOf(client));
      for (const [text, values] of insightStatements(subject, step.work))
        await client.query(text, values as unknown[]);
      return true;
    });
  }

  async setAside(subject: Subject, fault: string): Promise<void> {
    await this.#pool.query(
      `with pages as (delete from projection.pages where session_id = $1),
          rules as (delete from projection.session_rules where session_id = $1),
          failures as (delete from projection.session_failures where session_id = $1),
          answers as (delete from projection.session_answers where session_id = $1),
          findings as (delete from projection.session_findings where session_id = $1),
          ${linkTableNames.map((table) => `${table} as (delete from projection.${table} where session_id = $1)`).join(', ')}
        insert into projection.session_statistics
          (session_id, organization_id, folded_to, state_to, fault, ${listedNames.join(', ')})
        select session_id, $2, 0, 0, $3, ${places(4)} from sessions where session_id = $1 for key share
        on conflict (session_id) do update set fault = excluded.fault, events = excluded.events, risk = 0, noteworthy = 0`,
      [
        subject.sessionId,
        subject.organizationId,
        fault.slice(0, 500).toWellFormed().replaceAll('\0', ' '),
        ...listedValues(subject, subject.eventCount),
      ],
    );
    const [text, values] = setAsideStatement(subject);
    await this.#pool.query(text, values as unknown[]);
  }

  async note(subject: Subject): Promise<void> {
    await this.links.write(subject.sessionId, insightStatements(subject, undefined));
  }

  async behind(limit: number, all: boolean): Promise<Waiting[]> {
    const { rows } = await this.#pool.query<Waiting>(behindQuery(all, '$1'), [limit]);
    // Other processes look at the same list: in another order they seldom meet.
    return rows
      .map((session) => ({ session, order: Math.random() }))
      .sort((a, b) => a.order - b.order)
      .map(({ session }) => session);
  }

  async forget(sessionId: string): Promise<void> {
    await this.#transaction(async (client) => {
      const remove = (table: string) =>
        client.query(`delete from projection.${table} where session_id = $1`, [sessionId]);
      for (const table of ['search_chunks', 'pages', ...findingTables, ...linkTableNames])
        await remove(table);
      const later = await lockedFamily(client, sessionId);
      await remove('requests');
      await remove('session_statistics');
      await done(countLater(postgresDialect, later), rowsOf(client));
    });
  }

  async sweep(): Promise<void> {
    const { rows } = await this.#pool.query<{ sessionId: string }>(
      `select session_id as "sessionId" from projection.session_statistics p
        where not exists (select 1 from sessions s where s.session_id = p.session_id)`,
    );
    for (const { sessionId } of rows) await this.forget(sessionId);
  }

  async takeWork(limit: number): Promise<Waiting[]> {
    const now = Date.now();
    const { rows } = await this.#pool.query<Waiting>(
      `update projection.work w set taken_until = $1 from
          (select session_id from projection.work where taken_until < $2 order by place limit $3
            for update skip locked) free
        where w.session_id = free.session_id
        returning w.session_id as "sessionId", w.organization_id as "organizationId"`,
      [now + workLease, now, limit],
    );
    return rows;
  }

  async endWork(sessionId: string): Promise<void> {
    await this.#pool.query('delete from projection.work where session_id = $1', [sessionId]);
  }

  async progress(): Promise<Progress> {
    const { rows } = await this.#pool.query<Progress>(
      'select sessions as total, (select count(*) from projection.work) as "left" from projection.model',
    );
    const progress = rows[0] ?? { total: 0, left: 0 };
    if (progress.left === 0) {
      await this.#pool.query('update projection.model set whole_at = $1 where whole_at is null', [
        Date.now(),
      ]);
    }
    return progress;
  }

  reset(build: string): Promise<void> {
    return resetPostgresModel(this.#pool, build);
  }

  async keepHouse(): Promise<House> {
    await this.#pool.query('update projection.model set used_at = $1', [Date.now()]);
    return { removed: await dropUnusedModels(this.#pool), hasOtherVersions: await hasOthers(this.#pool) };
  }

  readonly links: LinkDatabase = {
    rows: async <Row>(text: string, values: LinkValues) =>
      (await this.#pool.query(text, values as unknown[])).rows as Row[],
    write: (sessionId, statements) =>
      this.#transaction(async (client) => {
        if (sessionId !== undefined) {
          // Held until the end, so that a deletion waits, and so that two processes do not conclude the same at once.
          const there = await client.query('select 1 from sessions where session_id = $1 for key share', [
            sessionId,
          ]);
          if (there.rowCount !== 1) return;
          await client.query(sessionLock, [sessionId]);
        }
        for (const [text, values] of statements) await client.query(text, values as unknown[]);
      }),
  };

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** Nothing of it is kept when the work comes to `false`. */
  async #transaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      const result = await work(client);
      await client.query(result === false ? 'rollback' : 'commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  }
}

/** The places of `listedValues` in a statement, from this one on. */
const places = (from: number): string =>
  listedNames.map((name, at) => `$${from + at}::${numbers.includes(name) ? 'bigint' : 'text'}`).join(', ');
const numbers: readonly string[] = ['started_at', 'waiting_since', 'is_history', 'events'];

const sessionLock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';

const findingTables = ['session_rules', 'session_failures', 'session_answers', 'session_findings'];

async function putFindings(
  client: pg.PoolClient,
  { sessionId, organizationId, startedAt }: Subject,
  judged: StoredJudgement,
): Promise<void> {
  for (const table of findingTables)
    await client.query(`delete from projection.${table} where session_id = $1`, [sessionId]);
  await client.query(postgresInsert, [...findingsValues(sessionId, organizationId, judged)]);
  await client.query(
    `insert into projection.session_rules
      select $1, rule, $2, severity, count, $6
        from unnest($3::text[], $4::integer[], $5::integer[]) as t (rule, severity, count)`,
    [
      sessionId,
      organizationId,
      judged.rules.map(({ rule }) => rule),
      judged.rules.map(({ severity }) => severity),
      judged.rules.map(({ count }) => count),
      startedAt,
    ],
  );
  if (judged.failures.length > 0)
    await client.query(
      `insert into projection.session_failures
        select $1, kind, command, $2, sequence, times, $7
          from unnest($3::text[], $4::text[], $5::bigint[], $6::integer[]) as t (kind, command, sequence, times)`,
      [
        sessionId,
        organizationId,
        judged.failures.map(({ kind }) => kind),
        judged.failures.map(({ command }) => command),
        judged.failures.map(({ sequence }) => sequence),
        judged.failures.map(({ times }) => times),
        startedAt,
      ],
    );
}

async function putPages(
  client: pg.PoolClient,
  sessionId: string,
  pages: readonly StoredPage[],
): Promise<void> {
  for (const page of pages) {
    await client.query({
      name: 'put-page',
      text: `insert into projection.pages values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        on conflict (session_id, kind, lane, page) do update set count = excluded.count,
          first_sequence = excluded.first_sequence, last_sequence = excluded.last_sequence,
          changed_to = excluded.changed_to, retracted_to = excluded.retracted_to,
          skeleton = excluded.skeleton, body = excluded.body`,
      values: [...pageValues(sessionId, page)],
    });
  }
}

async function advance(client: pg.PoolClient, step: FoldStep): Promise<boolean> {
  const { subject, from, to, lastEvent, figures, state, title } = step;
  const [risk, noteworthy] = riskOf(step.findings);
  if (from === undefined) {
    const added = await client.query(
      `insert into projection.session_statistics
          (session_id, organization_id, folded_to, state_to, state, figures, title, folded_at, last_event, risk,
            noteworthy, ${listedNames.join(', ')})
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, ${places(12)}) on conflict (session_id) do nothing`,
      [
        subject.sessionId,
        subject.organizationId,
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
      ],
    );
    return added.rowCount === 1;
  }
  const moved = await client.query(
    `update projection.session_statistics set folded_to = $3, figures = $4, title = coalesce($5, title),
        state_to = coalesce($6, state_to), state = coalesce($7, state), folded_at = $8,
        last_event = coalesce($9, last_event), risk = coalesce($10, risk), noteworthy = coalesce($11, noteworthy),
        waiting_since = $12, events = $3, repository = $13, is_history = $14
      where session_id = $1 and folded_to = $2`,
    [
      subject.sessionId,
      from,
      to,
      figures,
      title ?? null,
      state?.to ?? null,
      state?.body ?? null,
      Date.now(),
      lastEvent ?? null,
      risk,
      noteworthy,
      subject.waitingSince,
      subject.repository,
      Number(subject.isHistory),
    ],
  );
  return moved.rowCount === 1;
}

async function add(client: pg.PoolClient, subject: Subject, chunks: readonly Chunk[]): Promise<void> {
  if (chunks.length === 0) return;
  await client.query(
    `insert into projection.search_chunks
      select $1, $2, $3, kind, sequence, text, words::tsvector
        from unnest($4::text[], $5::bigint[], $6::text[], $7::text[]) as t (kind, sequence, text, words)
        where words <> ''`,
    [
      subject.sessionId,
      subject.organizationId,
      subject.startedAt,
      chunks.map(({ kind }) => kind),
      chunks.map(({ sequence }) => sequence),
      chunks.map(({ text }) => text),
      chunks.map(({ text }) => tsvectorOf(text, subject.organizationId)),
    ],
  );
}
