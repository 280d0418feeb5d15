import { join } from 'node:path';
import { type Agent, fields, instant, known, type Row, type Source, text } from '../agent.ts';
import { pick, readDocument } from '../document.ts';
import { type FoundFile, firstRecord, sourceOf, stem, walk } from '../walk.ts';

const sidecar = '.settings.json';

const isOurs = (segments: string[]): boolean =>
  (segments.at(-1)?.endsWith('.jsonl') ?? false) || (segments.at(-1)?.endsWith(sidecar) ?? false);

/** A sub-agent is a file of its own that names the session and the call that started it. */
async function place(file: FoundFile, lines: Map<string, FoundFile>): Promise<Source | undefined> {
  const isSettings = file.path.endsWith(sidecar);
  const transcript = isSettings ? lines.get(`${file.path.slice(0, -sidecar.length)}.jsonl`) : file;
  // Settings without a transcript are those of a session that never began.
  if (!transcript) return undefined;
  const id = stem(transcript.segments.at(-1) ?? '');
  const start = fields(await firstRecord(transcript));
  const parent = text(start.callingSessionId);
  const callId = text(start.callingToolUseId);
  const part = [...(parent ? [id] : []), ...(isSettings ? ['settings.json'] : [])].join('/');
  return sourceOf(file, {
    agentId: 'droid',
    externalId: parent ?? id,
    part,
    ...(parent && { subagent: { id, ...(callId && { callId }) } }),
    ...(text(start.cwd) && { cwd: text(start.cwd) as string }),
  });
}

async function readSettings(source: Source): Promise<Row[]> {
  const settings = fields(await readDocument(source.path));
  const record = {
    type: 'settings',
    ...pick(settings, 'model', 'reasoningEffort', 'autonomyMode', 'tokenUsage'),
  };
  return [{ id: 'settings', record }];
}

export const droid: Agent = {
  agentId: 'droid',
  name: 'Droid',
  homes: (where) => [join(where.home, '.factory')],
  async find(where) {
    const files = await walk(join(where.home, '.factory', 'sessions'), isOurs);
    const lines = new Map(
      files.filter((file) => file.path.endsWith('.jsonl')).map((file) => [file.path, file]),
    );
    const placed = await Promise.all(files.map((file) => place(file, lines)));
    return placed.filter((source) => source !== undefined);
  },
  rows: (source) => (source.path.endsWith(sidecar) ? readSettings(source) : undefined),
  facts(record) {
    const r = fields(record);
    const isStart = r.type === 'session_start' || r.type === 'session';
    return known({
      cwd: text(r.cwd),
      version: isStart ? text(r.version) : undefined,
      at: instant(r.timestamp),
      ended: r.type === 'session_end',
    });
  },
};
