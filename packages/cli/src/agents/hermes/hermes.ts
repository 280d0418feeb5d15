import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { fields, instant, known, type Row, type Source, type Surroundings, text } from '../agent.ts';
import { databaseAgent, partOf, readMessages, topOf, usageRow } from '../database-agent.ts';
import { pick } from '../document.ts';
import { columnsOf, parsedJson, rowsOf } from '../sqlite.ts';

const databaseOf = ({ env, home }: Surroundings): string =>
  join(env.HERMES_HOME || join(home, '.hermes'), 'state.db');

/** Chats of other kinds (messengers, mail) are in the same table and nobody's business. */
const ours = new Set(['cli', 'tui']);

interface Session {
  id: string;
  source: string;
  parent?: string | null;
  cwd?: string | null;
  changed: number | null;
  last: number;
  rows: number;
  size: number;
}

function overview(database: DatabaseSync, path: string): Source[] {
  const columns = columnsOf(database, 'sessions');
  const parent = ['parent_session_id', 'parent_id'].find((name) => columns.has(name));
  const end = columns.has('ended_at') ? 's.ended_at' : 'NULL';
  const found = database
    .prepare(
      `SELECT s.id, s.source, ${parent ? `s.${parent}` : 'NULL'} AS parent, ${columns.has('cwd') ? 's.cwd' : 'NULL'} AS cwd,
         max(coalesce(m.timestamp, 0), coalesce(${end}, 0)) AS changed, m.last, m.rows, m.size
       FROM sessions s JOIN (SELECT session_id, max(timestamp) AS timestamp, max(rowid) AS last, count(*) AS rows,
         sum(length(content)) AS size FROM messages GROUP BY session_id) m ON m.session_id = s.id`,
    )
    .all() as unknown as Session[];
  const all = new Map(found.map((session) => [session.id, session]));
  return found.flatMap((session): Source[] => {
    // A session with a parent that is no sub-agent goes on after a compaction: it is a session of its own.
    const root = topOf(session, ({ source, parent }) =>
      source === 'subagent' ? all.get(parent ?? '') : undefined,
    );
    if (!ours.has(root.source)) return [];
    const cwd = text(session.cwd) ?? text(root.cwd);
    return [
      {
        agentId: 'hermes',
        externalId: root.id,
        ...partOf(session.id, root.id),
        path: rowsOf(path, session.id),
        stamp: `${session.changed}.${session.last}.${session.rows}.${session.size}`,
        modifiedAt: instant(session.changed) ?? 0,
        bytes: Number(session.size ?? 0),
        ...(cwd && { cwd }),
      },
    ];
  });
}

async function readRows(source: Source): Promise<Row[]> {
  const { session, messages: said } = await readMessages(source, 'rowid', 'rowid AS row, *');
  const head = {
    type: 'session',
    ...pick(session, 'id', 'source', 'model', 'title', 'cwd', 'parent_session_id', 'started_at'),
    ...(session.ended_at !== null && pick(session, 'ended_at', 'end_reason')),
  };
  const messages = said.map((row): Row => {
    const record = {
      ...pick(
        row,
        'role',
        'content',
        'tool_call_id',
        'tool_name',
        'finish_reason',
        'display_kind',
        'timestamp',
      ),
      ...pick(row, 'reasoning', 'reasoning_content'),
      ...(text(row.tool_calls) && { tool_calls: parsedJson(row.tool_calls) }),
    };
    return { id: `m${row.row}`, record, eventType: `message/${text(row.role) ?? 'unknown'}` };
  });
  const used = {
    ...pick(session, 'input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens'),
    ...pick(session, 'reasoning_tokens', 'estimated_cost_usd', 'actual_cost_usd', 'api_call_count', 'model'),
  };
  const totals: Row[] = Object.keys(used).length === 0 ? [] : [usageRow(source, used)];
  const named: Row = { id: 'session', record: head };
  // A session that is over says so after its last message, and a sub-agent is found by its first words.
  const isFirst = session.ended_at == null && source.part === '';
  return isFirst ? [named, ...messages, ...totals] : [...messages, ...totals, named];
}

export const hermes = databaseAgent({
  agentId: 'hermes',
  name: 'Hermes',
  databaseOf,
  overview,
  rows: readRows,
  facts(record) {
    const r = fields(record);
    return known({
      cwd: text(r.cwd),
      at: instant(r.timestamp) ?? instant(r.ended_at) ?? instant(r.started_at),
      ended: r.type === 'session' && r.ended_at !== undefined,
    });
  },
});
