import type { SessionStatus } from '@debrief/contract';
import type pg from 'pg';
import { releaseMemory } from '../../worker/own-memory.ts';
import type { BusPosition, BusRun, BusStore, Found, Look } from '../bus/behind.ts';
import { unwritable } from '../outcome.ts';

interface WaitingLook {
  look: Look;
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
}

interface LookRow {
  place: number;
  may_append: boolean;
  status: SessionStatus;
  ended_at: number | null;
  event_count: number;
  seen: string | null;
}

/** An append is refused after this long, so its look-up must not take longer (R4). */
const lookTimeout = 2000;
const looksAtOnce = 200;

/** The database's own clock: the processes that take turns may disagree on theirs. */
const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

// The key is looked up per row by its index; as a join the planner might choose to read the whole table.
const lookText = `
select wanted.place, s.status, s.ended_at, s.event_count, wanted.secret = '' or exists (
    select 1 from secrets where secret_id = wanted.secret and secrets.status = 'active') as may_append,
  (select k.first_sequence || ' ' || k.count || ' ' || encode(k.fingerprint, 'hex') || ' ' || k.status
    from idempotency k where wanted.key <> '' and k.bucket = s.bucket and k.session_pk = s.session_pk
      and k.key_hash = decode(wanted.key, 'hex')) as seen
from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality
  as wanted (session_id, organization_id, key, secret, place)
join sessions s on s.session_id = wanted.session_id and s.organization_id = wanted.organization_id`;

export class PostgresBusStore implements BusStore {
  readonly #pool: pg.Pool;
  readonly #isUnavailable: (error: unknown) => boolean;
  #looks: WaitingLook[] = [];
  #isLooking = false;

  constructor(options: { pool: pg.Pool; isUnavailable(error: unknown): boolean }) {
    this.#pool = options.pool;
    this.#isUnavailable = options.isUnavailable;
  }

  /** Those asked for one right after the other travel together, and so do those that come while others are under way. */
  look(look: Look): Promise<Found | undefined> {
    return new Promise((resolve, reject) => {
      this.#looks.push({ look, resolve, reject });
      if (this.#looks.length === 1 && !this.#isLooking) queueMicrotask(() => this.#sendLooks());
    });
  }

  async #sendLooks(): Promise<void> {
    this.#isLooking = true;
    while (this.#looks.length > 0) await this.#lookAll(this.#looks.splice(0, looksAtOnce));
    this.#isLooking = false;
  }

  async #lookAll(group: WaitingLook[]): Promise<void> {
    try {
      const rows = await this.#query<LookRow>('look_batches', lookText, [
        group.map(({ look }) => look.sessionId),
        group.map(({ look }) => look.organizationId),
        group.map(({ look }) => look.keyHash),
        group.map(({ look }) => look.secretId ?? ''),
      ]);
      const found = new Map(rows.map((row) => [row.place, row]));
      for (const [index, { resolve }] of group.entries()) resolve(foundOf(found.get(index + 1)));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  async stash(claim: string, sessionId: string, body: Uint8Array, at: number): Promise<boolean> {
    // The record is held until this is stored: whoever deletes the session then finds it.
    const stored = await this.#query(
      'stash_claim',
      `insert into claims select $1, $2, $3 from sessions where session_id = $4 for key share returning 1`,
      [claim, bufferOf(body), at, sessionId],
    );
    return stored.length === 1;
  }

  async dropClaimsOf(sessionId: string): Promise<void> {
    await this.#query('drop_claims_of', 'delete from claims where starts_with(claim_id, $1)', [
      `${sessionId}:`,
    ]);
  }

  async dropClaims(before: number): Promise<void> {
    await this.#query('drop_claims', 'delete from claims where created_at < $1', [before]);
  }

  async position(): Promise<BusPosition | undefined> {
    const [row] = await this.#query<BusPosition>(
      'bus_position',
      'select stream, sequence from bus_position',
      [],
    );
    return row;
  }

  async follow(stream: string): Promise<BusPosition> {
    await this.#query(
      'follow_bus',
      `insert into bus_position select $1, 0, null, 0 where not exists (select 1 from bus_position)
        on conflict do nothing`,
      [stream],
    );
    return (await this.position()) as BusPosition;
  }

  async forget(): Promise<void> {
    await this.#query('forget_bus', 'delete from bus_position', []);
  }

  async hold(stream: string, holder: string, milliseconds: number): Promise<number | undefined> {
    const [row] = await this.#query<{ sequence: number }>(
      'hold_bus',
      `update bus_position set holder = $2, held_until = ${now} + $3::bigint where stream = $1
        and (holder is null or holder = $2 or held_until not between ${now} and ${now} + $3::bigint)
        returning sequence`,
      [stream, holder, milliseconds],
    );
    return row?.sequence;
  }

  async release(stream: string, holder: string): Promise<void> {
    await this.#query(
      'release_bus',
      'update bus_position set holder = null where stream = $1 and holder = $2',
      [stream, holder],
    );
  }

  async persist({ stream, from, to, entries }: BusRun): Promise<number | undefined> {
    const column = <Value>(pick: (entry: BusRun['entries'][number]) => Value) => entries.map(pick);
    const bodies = Buffer.concat(column((entry) => entry.body));
    const [row] = await this.#query<{ misfits: number | null }>(
      'persist_batches',
      `select persist_batches($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) as misfits`,
      [
        stream,
        from,
        to,
        column((entry) => entry.kind),
        column((entry) => entry.sessionId),
        column((entry) => entry.first),
        column((entry) => entry.count),
        column((entry) => entry.at),
        column((entry) => entry.keyHash),
        column((entry) => entry.fingerprint),
        column((entry) => entry.status),
        column((entry) => entry.endedAt),
        column((entry) => entry.encoding),
        column((entry) => entry.claim),
        column((entry) => entry.body.byteLength),
        bodies,
      ],
      15_000,
    );
    // Not after a fault: the client may still have it to send.
    releaseMemory(bodies);
    return row?.misfits ?? undefined;
  }

  async #query<Row extends pg.QueryResultRow>(
    name: string,
    text: string,
    values: unknown[],
    timeout = lookTimeout,
  ): Promise<Row[]> {
    try {
      const query: pg.QueryConfig & { query_timeout: number } = {
        name,
        text,
        values,
        query_timeout: timeout,
      };
      return (await this.#pool.query<Row>(query)).rows;
    } catch (error) {
      throw this.#isUnavailable(error) ? unwritable(error) : error;
    }
  }
}

const bufferOf = (body: Uint8Array): Buffer => Buffer.from(body.buffer, body.byteOffset, body.byteLength);

function foundOf(row: LookRow | undefined): Found | undefined {
  if (!row) return undefined;
  const [first, count, fingerprint, status] = row.seen?.split(' ') ?? [];
  return {
    mayAppend: row.may_append,
    status: row.status,
    endedAt: row.ended_at,
    eventCount: row.event_count,
    seen:
      fingerprint === undefined
        ? undefined
        : { first: Number(first), count: Number(count), fingerprint, status: Number(status) },
  };
}
