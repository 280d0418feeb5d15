import { join } from 'node:path';
import { type Agent, fields, instant, known, type Row, type Source, text } from '../agent.ts';
import { folderIn, pick, readDocument } from '../document.ts';
import { sourceOf, stem, walk } from '../walk.ts';

const isOurs = (segments: string[]): boolean => /\.jsonl?$/.test(segments.at(-1) ?? '');

/**
 * The file beside a transcript holds every reply again and grows to megabytes: of each turn only how it ended,
 * of the session what names it.
 */
async function readSidecar(source: Source): Promise<Row[]> {
  const whole = fields(await readDocument(source.path));
  const state = fields(whole.session_state);
  const head = {
    ...pick(whole, 'session_id', 'cwd', 'created_at', 'title', 'parent_session_id', 'session_created_reason'),
    ...pick(fields(state.rts_model_state), 'model_info'),
    ...pick(state, 'agent_name'),
  };
  const turns = fields(state.conversation_metadata).user_turn_metadatas;
  return [
    { id: 'session', record: { version: 'v1', kind: 'Session', data: head } },
    ...(Array.isArray(turns) ? turns : []).map((turn, index): Row => {
      const t = fields(turn);
      const failure = fields(t.result).Err;
      const data = {
        ...pick(t, 'message_ids', 'end_reason', 'end_timestamp', 'turn_duration', 'total_request_count'),
        ...pick(t, 'builtin_tool_uses', 'context_usage_percentage', 'metering_usage'),
        ...(failure !== undefined && { result: { Err: failure } }),
      };
      return { id: `turn ${index}`, record: { version: 'v1', kind: 'Turn', data } };
    }),
  ];
}

/** Nothing is on disk during a turn; then its lines and the file beside them appear together. */
export const kiroCli: Agent = {
  agentId: 'kiro-cli',
  name: 'Kiro CLI',
  homes: (where) => [join(where.home, '.kiro')],
  async find(where) {
    const files = await walk(join(where.home, '.kiro', 'sessions', 'cli'), isOurs, 3);
    const beside = new Map(
      files.filter((file) => file.path.endsWith('.json')).map((file) => [file.path, file]),
    );
    const lines = new Set(files.filter((file) => file.path.endsWith('.jsonl')).map((file) => file.path));
    // Without a transcript beside it a document is none of ours.
    const ours = files.filter((file) => lines.has(file.path) || lines.has(`${file.path}l`));
    return Promise.all(
      ours.map(async (file) => {
        const isLines = lines.has(file.path);
        const sidecar = isLines ? beside.get(file.path.slice(0, -1)) : file;
        return sourceOf(file, {
          agentId: 'kiro-cli',
          externalId: stem(file.segments.at(-1) ?? ''),
          ...(await folderIn(sidecar, 'cwd')),
          ...(!isLines && { part: 'session.json' }),
        });
      }),
    );
  },
  rows: (source) => (source.part === 'session.json' ? readSidecar(source) : undefined),
  facts(record) {
    const r = fields(record);
    const data = fields(r.data);
    return known({
      cwd: text(data.cwd),
      at: instant(fields(data.meta).timestamp) ?? instant(data.end_timestamp) ?? instant(data.created_at),
    });
  },
};
