/**
 * GitHub Copilot Chat in VS Code. The same session lies in two places, and either may be there alone:
 *  - `GitHub.copilot-chat/transcripts/<id>.jsonl`: one record = one line, in the envelope of Copilot CLI;
 *  - `chatSessions/<id>.jsonl`, a log of changes to one object, which the CLI replays: one record = `chat` (what names
 *    the session) or `request` (a prompt with everything that came of it, sent again when it has grown).
 * A prompt that has been told by one of them is not told again by the other; what only the second knows (title,
 * model, tokens, an error) is added.
 */
import type { AgentReader } from '../../agent.ts';
import { hash, type Json, obj, str, time } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { copilotCli } from '../copilot-cli/copilot-cli.ts';
import { readRequest, requestFacts } from './request.ts';

export const vscodeCopilot: AgentReader = {
  id: 'vscode-copilot',
  key: (record) => (record.type === 'request' || record.type === 'chat' ? undefined : str(record.id)),
  time: (record) => time(record.timestamp ?? record.creationDate),
  read(record, pen) {
    if (record.type === 'chat') return chat(record, pen);
    if (record.type === 'request') return request(record, pen);
    line(record, pen);
  },
};

function chat(record: Json, pen: Pen) {
  pen.learn({ agentSessionId: str(record.sessionId) });
  pen.title(str(record.customTitle), 'generated');
  pen.meta('chat');
}

/** How often each side has said the same words and the other has not yet. */
const mark = (side: 'chat' | 'transcript', said: string): string => `${side}:${hash(said.trim())}`;
function owes(side: 'chat' | 'transcript', said: string, pen: Pen): boolean {
  const left = pen.recall<number>(mark(side, said)) ?? 0;
  if (left > 0) pen.remember(mark(side, said), left - 1);
  return left > 0;
}
const note = (side: 'chat' | 'transcript', said: string, pen: Pen): void =>
  pen.remember(mark(side, said), (pen.recall<number>(mark(side, said)) ?? 0) + 1);

function request(record: Json, pen: Pen) {
  const id = str(record.requestId) ?? '';
  const said = str(obj(record.message).text) ?? '';
  let by = pen.recall<string>(`request:${id}`);
  if (by === undefined) {
    by = owes('transcript', said, pen) ? 'transcript' : 'chat';
    pen.remember(`request:${id}`, by);
    if (by === 'chat') note('chat', said, pen);
  }
  if (by === 'chat') readRequest(record, pen);
  requestFacts(record, pen, by === 'chat');
  pen.meta('request');
}

function line(record: Json, pen: Pen) {
  const { type } = record;
  if (type === 'user.message') {
    const said = str(obj(record.data).content) ?? '';
    const told = owes('chat', said, pen);
    pen.remember('told', told);
    if (!told) note('transcript', said, pen);
  }
  if (type !== 'session.start' && pen.recall('told') === true) return pen.meta('told by the chat session');
  // Older builds record no results: the next word of the model means that the calls before are over.
  if (type === 'assistant.message' || type === 'user.message') pen.abandon('unknown');
  copilotCli.read(record, pen);
}
