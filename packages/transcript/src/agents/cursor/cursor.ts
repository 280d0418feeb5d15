/**
 * Cursor (IDE agent and cursor-agent). One record = one line of an `agent-transcripts` file:
 * `{ role, message: { content } }` or `{ type: "turn_ended", status }`. There are no ids, times, models,
 * tokens or tool results, so calls stay at outcome `unknown`. Hook payloads, when the CLI sends them along,
 * tell model and working directory. Sub-agent files carry no mark: the CLI wraps them.
 */
import type { AgentReader } from '../../agent.ts';
import { attachments, first, type Json, list, obj, str, text, time } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { asked, bubble, chatMessage, composer, wasAsked } from './store.ts';

export const cursor: AgentReader = {
  id: 'cursor',
  time: (record) => time(record.timestamp ?? obj(record.bubble).createdAt ?? record.createdAt),
  prompt: (record) => (record.role === 'user' ? unwrap(text(obj(record.message).content)).prompt : undefined),
  read(record, pen) {
    const hook = str(record.hook_event_name);
    if (hook !== undefined) {
      pen.model(str(record.model));
      pen.learn({
        agentSessionId: str(record.conversation_id),
        cwd: first(record.cwd, list(record.workspace_roots)[0]),
        agentVersion: str(record.cursor_version),
      });
      return pen.meta(`hook/${hook}`);
    }
    if (record.type === 'turn_ended') return turnEnded(record, pen);
    if (record.type === 'composer' || record.type === 'chat') return composer(record, pen);
    if (record.type === 'bubble') return bubble(obj(record.bubble), pen);
    if (record.type === 'chat-message')
      return chatMessage(obj(record.message), (role, said) => speak(role, said, pen), pen);
    const role = str(record.role);
    const content = obj(record.message).content ?? record.content;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
    if (role === undefined) return;
    if (isTold(role, blocks, pen)) return pen.meta('told before');
    for (const raw of blocks) block(obj(raw), raw, role, pen);
    if (blocks.length === 0) pen.meta('empty message');
  },
};

/** A transcript of a conversation that was read from the database begins with what is told already, turn by turn. */
function isTold(role: string, blocks: unknown[], pen: Pen): boolean {
  if (pen.recall('store') !== true) return false;
  if (role === 'user') pen.remember('telling again', wasAsked(unwrap(text(blocks)).prompt, pen));
  return pen.recall('telling again') === true;
}

function speak(role: string, said: string, pen: Pen) {
  if (role === 'assistant') return assistant(said, pen);
  if (role === 'user' && !said.startsWith('<user_info>')) {
    asked(unwrap(said).prompt, pen);
    return user(said, pen);
  }
  pen.put({ kind: 'notice', label: role === 'user' ? 'context' : role, text: said, level: 'context' });
}

function turnEnded(record: Json, pen: Pen) {
  const why = first(obj(record.error).message, record.error) ?? '';
  if (record.status === 'error') pen.put({ kind: 'error', text: why || 'The turn ended with an error.' });
  else if (record.status === 'aborted' || record.status === 'cancelled')
    pen.put({ kind: 'interruption', text: why });
  else pen.meta('turn_ended');
}

function block(b: Json, raw: unknown, role: string, pen: Pen) {
  switch (b.type) {
    case 'text':
      return role === 'user' ? user(text(b), pen) : assistant(text(b), pen);
    case 'thinking':
      return pen.put({ kind: 'thinking', text: str(b.thinking) ?? text(b) });
    case 'tool_use':
      return pen.call(str(b.id), { name: str(b.name) ?? 'tool', input: b.input, outcome: 'unknown' });
    case 'tool_result':
      return pen.result(str(b.tool_use_id), {
        output: text(b.content),
        outcome: b.is_error === true ? 'error' : 'ok',
      });
    case 'image': {
      const extra = attachments([b]);
      return pen.put({ kind: 'prompt', text: '', origin: 'human', ...(extra && { attachments: extra }) });
    }
    default:
      pen.put({ kind: 'unknown', label: `${role}/${str(b.type) ?? typeof raw}`, text: text(raw), raw });
  }
}

/** The prompt is in `<user_query>`; what stands around it is context the editor added. */
function unwrap(said: string): { prompt: string; around: string } {
  const open = said.indexOf('<user_query>');
  const close = said.lastIndexOf('</user_query>');
  if (open < 0 || close < open) return { prompt: said, around: '' };
  const around = `${said.slice(0, open)}${said.slice(close + 13)}`.trim();
  return { prompt: said.slice(open + 12, close).trim(), around };
}

function user(said: string, pen: Pen) {
  const { prompt, around } = unwrap(said);
  if (around !== '') pen.put({ kind: 'notice', label: 'context', text: around, level: 'context' });
  pen.title(prompt, 'prompt');
  pen.put({ kind: 'prompt', text: prompt, origin: pen.lane === undefined ? 'human' : 'agent' });
}

/** Thinking is written as the word `[REDACTED]` in the reply. */
function assistant(said: string, pen: Pen) {
  const plain = said.replace(/(?<!\n)\n*\[REDACTED\]\s*$/, '');
  if (plain !== '') pen.put({ kind: 'reply', text: plain });
  if (plain !== said || said === '') pen.put({ kind: 'thinking', text: '', hidden: true });
}
