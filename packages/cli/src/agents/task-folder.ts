/**
 * Task folders of the Cline family: `tasks/<id>/ui_messages.json`, rewritten whole with every chunk that arrives.
 * The folder and the title stand in `history_item.json` beside it (Roo) or in a list of all tasks (Cline).
 */
import { dirname, join } from 'node:path';
import type { AgentId } from '@debrief/contract';
import { type Fields, fields, isSettling, type Row, type Source, text } from './agent.ts';
import { pick, readDocument } from './document.ts';
import { look, sourceOf, walk } from './walk.ts';

export async function findTasks(agentId: AgentId, roots: readonly string[]): Promise<Source[]> {
  const found = await Promise.all(
    roots.map(async (root) => {
      const files = await walk(root, ([, name]) => name === 'ui_messages.json', 1);
      return Promise.all(
        files.map(async (file) => {
          const externalId = file.segments[0] ?? '';
          const item = await historyOf(dirname(file.path), externalId);
          const cwd = text(item.workspace) ?? text(item.cwdOnTaskInitialization);
          return sourceOf(file, { agentId, externalId, ...(cwd && { cwd }) });
        }),
      );
    }),
  );
  return found.flat();
}

const lists = new Map<string, { stamp: string; items: Map<string, Fields> }>();

/** What is known of a task beside its messages; a list of thousands is read once per change. */
async function historyOf(folder: string, id: string): Promise<Fields> {
  const own = join(folder, 'history_item.json');
  if (await look(own)) return (await itemsOf(own)).get(id) ?? {};
  return (await itemsOf(join(folder, '..', '..', 'state', 'taskHistory.json'))).get(id) ?? {};
}

async function itemsOf(path: string): Promise<Map<string, Fields>> {
  const file = await look(path);
  const known = lists.get(path);
  if (!file) return new Map();
  if (known?.stamp === file.stamp) return known.items;
  const document = await readDocument(path).catch(() => undefined);
  const items = new Map<string, Fields>();
  for (const one of Array.isArray(document) ? document : [document]) {
    const item = pick(fields(one), 'id', 'task', 'workspace', 'cwdOnTaskInitialization', 'mode', 'modelId');
    items.set(String(item.id ?? ''), {
      ...item,
      ...pick(fields(one), 'parentTaskId', 'rootTaskId', 'status'),
    });
  }
  lists.set(path, { stamp: file.stamp, items });
  return items;
}

export async function readTask(source: Source): Promise<Row[]> {
  const document = await readDocument(source.path);
  const messages = (Array.isArray(document) ? document : []).map(fields);
  const item = await historyOf(dirname(source.path), source.externalId);
  const cwd = text(item.workspace) ?? text(item.cwdOnTaskInitialization) ?? folderOf(messages);
  const head = { type: 'task', id: source.externalId, ...item, ...(cwd && { cwd }) };
  const seen = new Map<string, number>();
  const open = isSettling(source.modifiedAt);
  return [
    { id: 'task', record: head },
    ...messages.map((message, index): Row => {
      const kind = `${message.ts}.${message.say ?? message.ask}`;
      const count = seen.get(kind) ?? 0;
      seen.set(kind, count + 1);
      // Several messages share a time: the first keeps the plain id.
      const id = count === 0 ? kind : `${kind}.${count}`;
      const type = `${message.type}/${message.say ?? message.ask}`;
      const isLast = index === messages.length - 1;
      return {
        id,
        record: { id, ...message, ...(message.say === 'api_req_started' && { text: request(message.text) }) },
        eventType: type,
        // The last one grows word by word; elsewhere `partial` only means that nobody cleared it.
        ...(open && isLast && message.partial === true && { unsettled: true }),
      };
    }),
  ];
}

const folderMark = /# Current Work(?:space|ing) Directory \(([^)\n]{1,1000})\)/;

function folderOf(messages: Fields[]): string | undefined {
  const first = messages.find((message) => message.say === 'api_req_started');
  return folderMark.exec(text(first?.text)?.slice(0, 1_000_000) ?? '')?.[1];
}

/**
 * Of a request its usage, and how the call before it went. The rest is the whole prompt with every file that was
 * read into it: the files are not sent by the way.
 */
function request(said: unknown): string {
  let facts: Fields;
  try {
    facts = fields(JSON.parse(String(said)));
  } catch {
    return '';
  }
  const asked = text(facts.request) ?? '';
  const head = /^\[[^\n]{1,400}\] Result:/.exec(asked)?.[0];
  if (head === undefined) return JSON.stringify({ ...facts, request: undefined });
  const told = asked.slice(head.length).trimStart();
  const verdict = /^The (?:user denied this operation|tool execution failed)/.test(told);
  const exit = /\bExit code: -?\d{1,9}/.exec(told.slice(0, 4000))?.[0];
  const kept = verdict ? (told.split('<environment_details>', 1)[0] ?? '').slice(0, 2000) : (exit ?? '');
  return JSON.stringify({ ...facts, request: `${head}\n${kept}` });
}
