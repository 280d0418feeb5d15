import type { SessionStatus } from '@debrief/contract';
import type pg from 'pg';
import { releaseMemory } from '../../worker/own-memory.ts';
import type { BusLoss, BusPosition, BusRun, BusStore, Look, SessionLook } from '../bus/behind.ts';
import { type AppendRefusal, refusalOf, unwritable, type Writable } from '../outcome.ts';

interface WaitingLook {
  look: Look;
  resolve(found: SessionLook | undefined): void;
  reject(error: unknown): void;
}

interface LookRow extends Writable {
  place: number;
  /** Empty for none. */
  secret_refusal: AppendRefusal | '';
  status: SessionStatus;
  ended_at: number | null;
  event_count: number;
  seen: string | null;
  bus_stream: string | null;
  bus_sequence: number | null;
}

const looksAtOnce = 200;

/** The database's own clock: the processes that take turns may disagree on theirs. */
const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

// The key is looked up per row by its index; as a join the planner might choose to read the whole table.
const lookText = `
select wanted.place, s.status, s.ended_at, s.event_count, s.secret_environment, s.environment_id, s.is_keyed,
  case when wanted.secret <> '' then coalesce((
    select case when c.status <> 'active' then 'revoked' when c.registers_only = 1 then 'keyed' else '' end
      from secrets c where c.secret_id = wanted.secret), 'revoked') else '' end as secret_refusal,
  (select k.first_sequence || ' ' || k.count || ' ' || encode(k.fingerprint, 'hex') || ' ' || k.status
    from idempotency k where wanted.key <> '' and k.bucket = s.bucket and k.session_pk = s.session_pk
      and k.key_hash = decode(wanted.key, 'hex')) as seen,
  bus.stream as bus_stream, bus.sequence as bus_sequence
from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality
  as wanted (session_id, organization_id, key, secret, place)
join sessions s on s.session_id = wanted.session_id and s.organization_id = wanted.organization_id
left join bus_position bus on true`;

export class PostgresBusStore implements BusStore {
  readonly #pool: pg.Pool;
  readonly #isUnavailable: (error: unknown) => boolean;
  readonly #patience: { readonly milliseconds: number };
  #looks: WaitingLook[] = [];
  #isLooking = false;

  /** `patience`: an append is refused after this long, so its look-up must not take longer (R4). */
  constructor(options: {
    pool: pg.Pool;
    isUnavailable(error: unknown): boolean;
    patience: { readonly milliseconds: number };
  }) {
    this.#pool = options.pool;
    this.#isUnavailable = options.isUnavailable;
    this.#patience = options.patience;
  }

  /** Those asked for one right after the other travel together, and so do those that come while others are under way. */
  look(look: Look): Promise<SessionLook | undefined> {
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
      for (const [index, { look, resolve }] of group.entries()) resolve(foundOf(found.get(index + 1), look));
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

  async dropClaimsOf(sessionId: string, before = Number.MAX_SAFE_INTEGER): Promise<void> {
    await this.#query(
      'drop_claims_of',
      'delete from claims where starts_with(claim_id, $1) and created_at < $2',
      [`${sessionId}:`, before],
    );
  }

  async dropClaims(before: number): Promise<void> {
    await this.#query('drop_claims', 'delete from claims where created_at < $1', [before]);
  }

  async position(): Promise<BusPosition | undefined> {
    const [row] = await this.#query<BusPosition>(
      'bus_position',
      'select stream, sequence, epoch, seen from bus_position',
      [],
    );
    return row;
  }

  async follow(stream: string): Promise<BusPosition> {
    await this.#query(
      'follow_bus',
      `insert into bus_position (stream, sequence, held_until) select $1, 0, 0 where not exists (select 1 from bus_position)
        on conflict do nothing`,
      [stream],
    );
    return (await this.position()) as BusPosition;
  }

  async forget(): Promise<void> {
    await this.#query('forget_bus', 'delete from bus_position', []);
  }

  async beginEpoch(stream: string): Promise<BusPosition | undefined> {
    const [row] = await this.#query<BusPosition>(
      'begin_bus_epoch',
      'update bus_position set epoch = epoch + 1 where stream = $1 returning stream, sequence, epoch, seen',
      [stream],
    );
    return row;
  }

  async saw(stream: string, sequence: number): Promise<void> {
    await this.#query('saw_bus', 'update bus_position set seen = greatest(seen, $2) where stream = $1', [
      stream,
      sequence,
    ]);
  }

  async replace({ stream, sequence, epoch }: BusPosition, by: string): Promise<boolean> {
    const rows = await this.#query(
      'replace_bus',
      `update bus_position set stream = $4, sequence = 0, seen = 0, epoch = epoch + 1, holder = null, held_until = 0
        where stream = $1 and sequence = $2 and epoch = $3 returning stream`,
      [stream, sequence, epoch, by],
    );
    return rows.length > 0;
  }

  async addLosses(losses: readonly BusLoss[]): Promise<void> {
    await this.#query(
      'add_bus_losses',
      `insert into bus_losses select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[],
        $6::bigint[]) on conflict do nothing`,
      [
        losses.map((loss) => loss.lossId),
        losses.map((loss) => loss.stream),
        losses.map((loss) => loss.sessionId),
        losses.map((loss) => loss.first),
        losses.map((loss) => loss.last),
        losses.map((loss) => loss.foundAt),
      ],
    );
  }

  async dropLosses(lossIds: readonly string[]): Promise<void> {
    await this.#query('drop_bus_losses', 'delete from bus_losses where loss_id = any($1)', [lossIds]);
  }

  losses(limit: number): Promise<BusLoss[]> {
    return this.#query<BusLoss & pg.QueryResultRow>(
      'bus_losses',
      `select loss_id as "lossId", stream, session_id as "sessionId", first_sequence as first, last_sequence as last,
        found_at as "foundAt" from bus_losses order by found_at desc, session_id, first_sequence limit $1`,
      [limit],
    );
  }

  async hold(stream: string, holder: string, milliseconds: number) {
    const [row] = await this.#query<Pick<BusPosition, 'sequence' | 'epoch'>>(
      'hold_bus',
      `update bus_position set holder = $2, held_until = ${now} + $3::bigint where stream = $1
        and (holder is null or holder = $2 or held_until not between ${now} and ${now} + $3::bigint)
        returning sequence, epoch`,
      [stream, holder, milliseconds],
    );
    return row;
  }

  async release(stream: string, holder: string): Promise<void> {
    await this.#query(
      'release_bus',
      'update bus_position set holder = null where stream = $1 and holder = $2',
      [stream, holder],
    );
  }

  async persist({ stream, epoch, from, to, entries }: BusRun): Promise<number | undefined> {
    const column = <Value>(pick: (entry: BusRun['entries'][number]) => Value) => entries.map(pick);
    const bodies = Buffer.concat(column((entry) => entry.body));
    const [row] = await this.#query<{ misfits: number | null }>(
      'persist_batches',
      `select persist_batches($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) as misfits`,
      [
        stream,
        epoch,
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
    timeout = this.#patience.milliseconds,
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

function foundOf(row: LookRow | undefined, look: Look): SessionLook | undefined {
  if (!row) return undefined;
  const [first, count, fingerprint, status] = row.seen?.split(' ') ?? [];
  return {
    refusal: row.secret_refusal || refusalOf(look, row),
    status: row.status,
    endedAt: row.ended_at,
    eventCount: row.event_count,
    bus: row.bus_stream === null ? undefined : { stream: row.bus_stream, sequence: Number(row.bus_sequence) },
    seen:
      fingerprint === undefined
        ? undefined
        : { first: Number(first), count: Number(count), fingerprint, status: Number(status) },
  };
}
