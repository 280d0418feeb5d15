import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';
import { columnTypes } from './column.ts';
import { type ToldDeed, trigger } from './outbox.ts';

const told = (state: string): ToldDeed => ({
  name: `lesson_${state}`,
  table: 'lessons',
  on: 'update of state',
  when: `old.state <> '${state}' and new.state = '${state}'${state === 'retired' ? ` and old.state = 'adopted'` : ''}`,
  type: `'lesson.${state}'`,
  session: 'null',
  subject: 'new.lesson_id',
  actor: 'new.decided_by',
});

/** What a team tells its agents: the lessons as they are, every version of their words, and who did what with them. */
export const lessons = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const { int, end } = columnTypes[engine];
    const of = 'lesson_id text not null references lessons (lesson_id) on delete cascade';
    const statements = [
      `create table lessons (
        lesson_id text primary key,
        organization_id text not null references organizations (organization_id),
        -- Empty: all repositories.
        repository text not null,
        state text not null,
        version ${int} not null,
        owner_id text not null,
        sources text not null,
        proposed_by text not null,
        proposed_at ${int} not null,
        decided_by text,
        changed_at ${int} not null
      )${end}`,
      'create index lessons_scope on lessons (organization_id, repository, state)',
      `create table lesson_versions (
        ${of},
        version ${int} not null,
        organization_id text not null,
        -- JSON: text, repository, paths, agents, check.
        content text not null,
        changed_by text not null,
        changed_at ${int} not null,
        reason text,
        primary key (lesson_id, version)
      )${end}`,
      `create table lesson_steps (
        ${of},
        step ${int} not null,
        organization_id text not null,
        deed text not null,
        version ${int} not null,
        done_by text not null,
        done_at ${int} not null,
        reason text,
        primary key (lesson_id, step)
      )${end}`,
      `create table lesson_policies (
        organization_id text primary key references organizations (organization_id) on delete cascade,
        adopters text not null,
        updated_by text not null,
        updated_at ${int} not null
      )${end}`,
      ...trigger(engine, told('adopted')),
      ...trigger(engine, told('retired')),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
