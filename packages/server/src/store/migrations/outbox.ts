import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';
import { columnTypes } from './column.ts';

/** What of a row an endpoint is told: expressions over `new`. */
export interface ToldDeed {
  /** Of the trigger; also of the function behind it on PostgreSQL. */
  name: string;
  table: string;
  /** `insert`, or `update of` the columns that matter. */
  on: string;
  when?: string;
  /** As SQL, because the end of a session names its type. */
  type: string;
  session?: string;
  subject: string;
  actor?: string;
  detail?: string;
  /** Beyond the type: which endpoints. */
  only?: string;
}

const isRevoked = `new.status = 'revoked' and old.status <> 'revoked'`;

const finding = {
  table: 'raised_findings',
  type: `'finding.raised'`,
  subject: 'new.finding_id',
  detail: 'new.severity',
} as const;

const told: readonly ToldDeed[] = [
  {
    name: 'session_started',
    table: 'sessions',
    on: 'insert',
    type: `'session.started'`,
    subject: 'new.session_id',
  },
  {
    name: 'session_ended',
    table: 'sessions',
    on: 'update of status',
    when: `old.status = 'active' and new.status <> 'active'`,
    type: `'session.' || new.status`,
    subject: 'new.session_id',
  },
  {
    name: 'session_released',
    table: 'sessions',
    on: 'update of held_for',
    when: 'old.held_for is not null and new.held_for is null',
    type: `'session.released'`,
    subject: 'new.session_id',
  },
  {
    name: 'session_redacted',
    table: 'redactions',
    on: 'insert',
    type: `'session.redacted'`,
    subject: 'new.redaction_id',
    actor: 'new.requested_by',
  },
  {
    name: 'session_deleted',
    table: 'erasures',
    on: 'insert',
    type: `'session.deleted'`,
    subject: 'new.session_id',
    actor: 'new.requested_by',
    detail: 'new.reason',
  },
  {
    name: 'session_silent',
    table: 'silent_sessions',
    on: 'insert',
    type: `'session.silent'`,
    subject: 'new.session_id',
  },
  {
    name: 'session_silent_again',
    table: 'silent_sessions',
    on: 'update of event_count',
    when: 'new.event_count <> old.event_count',
    type: `'session.silent'`,
    subject: 'new.session_id',
  },
  { name: 'finding_raised', on: 'insert', ...finding, only: 'new.rank >= e.severity' },
  {
    name: 'review_requested',
    table: 'assignments',
    on: 'insert',
    when: 'new.declined_at is null',
    type: `'review.requested'`,
    subject: 'new.user_id',
    actor: 'new.assigned_by',
  },
  {
    name: 'review_requested_again',
    table: 'assignments',
    on: 'update of declined_at',
    when: 'old.declined_at is not null and new.declined_at is null',
    type: `'review.requested'`,
    subject: 'new.user_id',
    actor: 'new.assigned_by',
  },
  {
    name: 'review_submitted',
    table: 'reviews',
    on: 'insert',
    type: `'review.submitted'`,
    subject: 'new.review_id',
    actor: 'new.reviewer_id',
    detail: 'new.outcome',
  },
  {
    name: 'thread_opened',
    table: 'threads',
    on: 'insert',
    type: `'thread.opened'`,
    subject: 'new.thread_id',
    actor: 'new.opened_by',
  },
  {
    name: 'thread_resolved',
    table: 'threads',
    on: 'update of state',
    when: `old.state = 'open' and new.state = 'resolved'`,
    type: `'thread.resolved'`,
    subject: 'new.thread_id',
    actor: 'new.resolved_by',
  },
  {
    name: 'environment_registered',
    table: 'environments',
    on: 'insert',
    type: `'environment.registered'`,
    session: 'null',
    subject: 'new.environment_id',
  },
  {
    name: 'environment_revoked',
    table: 'environments',
    on: 'update of status',
    when: isRevoked,
    type: `'environment.revoked'`,
    session: 'null',
    subject: 'new.environment_id',
  },
  {
    name: 'secret_revoked',
    table: 'secrets',
    on: 'update of status',
    when: `${isRevoked} and new.environment_id is null`,
    type: `'secret.revoked'`,
    session: 'null',
    subject: 'new.secret_id',
  },
  {
    name: 'member_joined',
    table: 'members',
    on: 'insert',
    when: `new.status = 'active'`,
    type: `'member.joined'`,
    session: 'null',
    subject: 'new.user_id',
  },
  {
    name: 'member_joined_later',
    table: 'members',
    on: 'update of status',
    when: `old.status <> 'active' and new.status = 'active'`,
    type: `'member.joined'`,
    session: 'null',
    subject: 'new.user_id',
  },
];

const now: Record<Engine, string> = {
  sqlite: `cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
};

/** One row for each endpoint that wants to know, in the transaction of the deed. */
const insert = (
  engine: Engine,
  { type, session = 'new.session_id', subject, actor, detail, only }: ToldDeed,
) =>
  `insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, ${type}, ${session}, ${session === 'null' ? subject : session}, ${subject},
      ${actor ?? 'null'}, ${detail ?? 'null'}, ${now[engine]}
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || ${type} || ' %'${only ? ` and ${only}` : ''};`;

export function trigger(engine: Engine, one: ToldDeed): string[] {
  const name = `tell_${one.name}`;
  const head = `create trigger ${name} after ${one.on} on ${one.table} for each row`;
  const when = one.when ? ` when (${one.when})` : '';
  if (engine === 'sqlite') return [`${head}${when} begin ${insert(engine, one)} end`];
  return [
    `create function ${name}() returns trigger language plpgsql as
      $$ begin ${insert(engine, one)} return null; end $$`,
    `${head}${when} execute function ${name}()`,
  ];
}

const randomId: Record<Engine, string> = {
  sqlite: `('dlv_' || lower(hex(randomblob(16))))`,
  postgres: `('dlv_' || replace(gen_random_uuid()::text, '-', ''))`,
};

/**
 * Where an organization is told of things, and what it is to be told. The rows of the outbox are written by triggers:
 * then no way to a deed can forget them, and a deed that is taken back takes them along.
 */
export const outbox = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const { int, end, serial } = columnTypes[engine];
    const session = 'session_id text primary key references sessions (session_id) on delete cascade';
    const statements = [
      `create table outbox_endpoints (
        endpoint_id text primary key,
        organization_id text not null references organizations (organization_id),
        kind text not null,
        name text not null,
        -- The address opens some receivers to whoever knows it; the server key opens this.
        sealed_url text not null,
        shown_url text not null,
        -- With a blank around each.
        types text not null,
        severity ${int} not null,
        with_titles ${int} not null,
        generation ${int} not null,
        previous_until ${int} not null,
        created_by text not null,
        created_at ${int} not null,
        off_at ${int},
        off_reason text,
        failures ${int} not null,
        failing_since ${int},
        paused_until ${int} not null,
        leased_by text,
        leased_until ${int} not null
      )${end}`,
      'create index outbox_endpoints_organization on outbox_endpoints (organization_id)',
      `create table outbox (
        delivery_pk ${serial},
        delivery_id text not null unique default ${randomId[engine]},
        endpoint_id text not null references outbox_endpoints (endpoint_id) on delete cascade,
        organization_id text not null,
        type text not null,
        session_id text,
        -- What is told of one of these is told in its order.
        lane text not null,
        subject_id text not null,
        actor_id text,
        detail text,
        at ${int} not null,
        attempts ${int} not null default 0,
        next_at ${int} not null default 0,
        last_at ${int},
        last_status ${int},
        last_fault text,
        outcome text,
        ended_at ${int}
      )${end}`,
      'create index outbox_waiting on outbox (endpoint_id, lane, delivery_pk) where ended_at is null',
      'create index outbox_listed on outbox (endpoint_id, delivery_pk)',
      // What the projection found, once it has been told: it may find it again as often as it likes.
      `create table raised_findings (
        session_id text not null references sessions (session_id) on delete cascade,
        finding_id text not null,
        organization_id text not null,
        severity text not null,
        rank ${int} not null,
        raised_at ${int} not null,
        primary key (session_id, finding_id)
      )${end}`,
      // The judgement that was last looked at.
      `create table judged_sessions (${session}, organization_id text not null, mark text not null,
        folded_to ${int} not null)${end}`,
      // How many events a session had when it was told that it is silent.
      `create table silent_sessions (${session}, organization_id text not null, event_count ${int} not null)${end}`,
      ...told.flatMap((one) => trigger(engine, one)),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
