/**
 * The conversations of Cursor's editor, `globalStorage/state.vscdb`: `composerData:<id>` says which bubbles there are
 * and in what order, `bubbleId:<id>:<bubble>` what each says. The database may have gigabytes and changes all the
 * time, so it is asked by ranges of keys, seldom, and only for conversations that rest and have no transcript.
 */
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Fields, fields, instant, type Row, type Source, type Surroundings, text } from '../agent.ts';
import { pick } from '../document.ts';
import { parsedJson, readDatabase, rowsOf, splitRows } from '../sqlite.ts';
import { userFolders } from '../vscode.ts';
import { look } from '../walk.ts';

export const composersOf = (where: Surroundings): string[] =>
  userFolders(where)
    .filter((folder) => /[\\/](?:Cursor[\\/]User|\.cursor-server[\\/]data[\\/]User)$/.test(folder))
    .map((folder) => join(folder, 'globalStorage', 'state.vscdb'));

/** A transcript is written while the conversation goes on: if there is none by then, there will be none. */
const restMs = 10 * 60_000;

/** In place of the rows of a conversation that does not rest yet: it is there, and nothing of it is taken. */
export const waiting = (source: Source): Row[] | undefined =>
  Date.now() - source.modifiedAt < restMs
    ? [{ id: 'waiting', record: { type: 'waiting' }, unsettled: true }]
    : undefined;

const againMs = 60_000;
const maxBytes = 256 * 1024 * 1024;

const asked = new Map<string, { stamp: string; at: number; sources: Source[] }>();

export async function inComposers(path: string): Promise<Source[]> {
  const file = await look(path);
  if (!file) return [];
  const stamp = `${file.stamp}/${(await look(`${path}-wal`))?.stamp}`;
  const before = asked.get(path);
  if (before && (before.stamp === stamp || Date.now() - before.at < againMs)) return before.sources;
  const sources = await readDatabase(path, (database) => overview(database, path));
  if (!sources) return before?.sources ?? [];
  asked.set(path, { stamp, at: Date.now(), sources });
  return sources;
}

function overview(database: DatabaseSync, path: string): Source[] {
  const rows = database
    .prepare(
      `SELECT key, json_extract(value, '$.lastUpdatedAt') AS updated, json_extract(value, '$.createdAt') AS created,
         json_extract(value, '$.workspaceIdentifier.uri.fsPath') AS folder, length(value) AS size
       FROM (SELECT key, CAST(value AS TEXT) AS value FROM cursorDiskKV
         WHERE key >= 'composerData:' AND key < 'composerData;') WHERE json_valid(value)
         AND (json_array_length(value, '$.fullConversationHeadersOnly') > 0 OR json_array_length(value, '$.conversation') > 0)`,
    )
    .all();
  return rows.map((row): Source => {
    const id = String(row.key).slice('composerData:'.length);
    const changed = instant(row.updated) ?? instant(row.created) ?? 0;
    const folder = text(row.folder);
    return {
      agentId: 'cursor',
      // The id of a sub-agent may hold a line feed.
      externalId: id.replace(/\p{Cc}+/gu, '.'),
      part: '',
      path: rowsOf(path, id),
      stamp: `${row.updated ?? ''}.${row.size}`,
      modifiedAt: changed,
      bytes: Number(row.size),
      ...(folder && { cwd: folder }),
    };
  });
}

const kept = [
  'bubbleId',
  'type',
  'text',
  'thinking',
  'createdAt',
  'unifiedMode',
  'capabilityType',
  'modelInfo',
  'tokenCount',
  'requestId',
] as const;
const keptOfTools = [
  'tool',
  'name',
  'toolCallId',
  'status',
  'rawArgs',
  'params',
  'result',
  'error',
  'userDecision',
];

export async function readComposer(source: Source): Promise<Row[]> {
  const later = waiting(source);
  if (later) return later;
  const { database: path, id } = splitRows(source.path);
  const found = await readDatabase(path, (database) => {
    const range = [`bubbleId:${id}:`, `bubbleId:${id};`];
    const size = database
      .prepare('SELECT sum(length(value)) AS size FROM cursorDiskKV WHERE key >= ? AND key < ?')
      .get(...range);
    return {
      size: Number(size?.size ?? 0),
      composer: database
        .prepare('SELECT CAST(value AS TEXT) AS value FROM cursorDiskKV WHERE key = ?')
        .get(`composerData:${id}`),
      bubbles:
        Number(size?.size ?? 0) > maxBytes
          ? []
          : database
              .prepare('SELECT CAST(value AS TEXT) AS value FROM cursorDiskKV WHERE key >= ? AND key < ?')
              .all(...range),
    };
  });
  if (!found?.composer) throw new Error(`${source.path} could not be read.`);
  if (found.size > maxBytes)
    throw new Error(`${source.path} has ${found.size} bytes, more than a conversation has.`);
  const composer = fields(parsedJson(found.composer.value));
  const known = new Map(
    found.bubbles
      .map((row) => fields(parsedJson(row.value)))
      .map((bubble) => [String(bubble.bubbleId), bubble]),
  );
  const head = {
    type: 'composer',
    composerId: id,
    ...pick(composer, 'name', 'createdAt', 'status'),
    model: text(fields(composer.modelConfig).modelName),
    ...(source.cwd && { cwd: source.cwd }),
  };
  return [
    { id: 'composer', record: head },
    ...inOrder(composer, known).map((bubble, index): Row => {
      const tool = fields(bubble.toolFormerData);
      return {
        id: text(bubble.bubbleId) ?? `#${index}`,
        record: {
          type: 'bubble',
          bubble: {
            ...pick(bubble, ...kept),
            ...(tool.name !== undefined && { toolFormerData: pick(tool, ...keptOfTools) }),
          },
        },
        eventType: 'bubble',
      };
    }),
  ];
}

/** Bubbles that no header names are left over from something that was taken back. */
function inOrder(composer: Fields, known: Map<string, Fields>): Fields[] {
  const headers = composer.fullConversationHeadersOnly;
  if (Array.isArray(headers) && headers.length > 0)
    return headers
      .map((header) => known.get(String(fields(header).bubbleId)))
      .filter((bubble) => bubble !== undefined);
  return (Array.isArray(composer.conversation) ? composer.conversation : []).map(fields);
}
