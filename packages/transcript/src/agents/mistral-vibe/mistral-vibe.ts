/**
 * Mistral Vibe. One record = a line of `messages.jsonl`, or what the CLI takes from `meta.json` (`session`, `totals`).
 * Messages carry no time. `injected` is text that the harness says in the person's name: a summary after a compaction,
 * or the output of a command that the person ran with `!`. Results are text, without a mark of failure but the tags.
 */
import type { AgentReader } from '../../agent.ts';
import type { Outcome } from '../../entry.ts';
import { first, type Json, list, num, obj, parse, str, text, time } from '../../json.ts';
import type { Pen } from '../../pen.ts';
import { tokens } from '../../totals/tokens.ts';

export const mistralVibe: AgentReader = {
  id: 'mistral-vibe',
  time: (record) => time(record.start_time ?? record.end_time),
  key: (record) => str(record.message_id),
  prompt: (record) => (record.role === 'user' ? text(record.content) : undefined),
  read(record, pen) {
    if (record.type === 'session') return session(record, pen);
    if (record.type === 'totals') return totals(record, pen);
    switch (record.role) {
      case 'user':
        return record.injected === true ? injected(text(record.content), pen) : prompt(record, pen);
      case 'assistant':
        return assistant(record, pen);
      case 'tool':
        return result(record, pen);
      case 'system':
        return pen.put({ kind: 'notice', label: 'system', text: text(record.content), level: 'context' });
    }
  },
};

function session(record: Json, pen: Pen) {
  pen.learn({
    agentSessionId: str(record.session_id),
    cwd: str(obj(record.environment).working_directory),
    branch: str(record.git_branch),
  });
  const model = str(record.model);
  pen.model(model);
  if (model !== undefined) pen.remember('model', model);
  pen.meta('session');
}

/** Sums of the session. Whether they include what came from the cache is not recorded. */
function totals(record: Json, pen: Pen) {
  const stats = obj(record.stats);
  pen.title(str(record.title), record.title_source === 'manual' ? 'custom' : 'generated');
  const model = str(record.model) ?? pen.recall<string>('model');
  const [input, output] = [num(stats.session_prompt_tokens), num(stats.session_completion_tokens)];
  if (input !== undefined || output !== undefined)
    pen.spend(`session:${pen.lane ?? ''}`, {
      id: `@${pen.lane ?? ''}`,
      model: model ?? 'unknown',
      tokens: tokens({ input, output }),
      requests: Math.max(1, num(stats.steps) ?? 1),
    });
  pen.meta('totals');
}

function prompt(record: Json, pen: Pen) {
  const said = text(record.content);
  pen.abandon();
  pen.title(said, 'prompt');
  pen.put({ kind: 'prompt', text: said, origin: pen.lane === undefined ? 'human' : 'agent' });
}

function injected(said: string, pen: Pen) {
  if (said.startsWith('You are continuing a trajectory after a context compaction')) {
    const summary = between(said, '<compaction_summary>', '</compaction_summary>');
    return pen.put({ kind: 'compaction', text: summary ?? said });
  }
  if (said.startsWith('Manual `!` command result')) return typedCommand(said, pen);
  pen.put({ kind: 'notice', label: 'context', text: said, level: 'context' });
}

function between(said: string, open: string, close: string): string | undefined {
  const from = said.indexOf(open);
  const to = said.lastIndexOf(close);
  return from < 0 || to < from ? undefined : said.slice(from + open.length, to).trim();
}

/** The person ran it, not the agent; the agent is told. */
function typedCommand(said: string, pen: Pen) {
  const command = /^Command: `([^\n]{0,4000})`$/m.exec(said)?.[1] ?? '';
  const exit = /^Exit code: (-?\d{1,9})$/m.exec(said)?.[1];
  const id = `typed:${pen.serial()}`;
  pen.call(id, { name: 'user_bash', input: { command }, kind: 'shell' });
  const from = said.indexOf('\n\nStdout:');
  const output = from < 0 ? said : said.slice(from + 2);
  const exitCode = exit === undefined ? undefined : Number(exit);
  pen.result(id, { output, outcome: exitCode === undefined || exitCode === 0 ? 'ok' : 'error', exitCode });
}

function assistant(record: Json, pen: Pen) {
  const model = pen.recall<string>('model');
  const thought = str(record.reasoning_content);
  if (thought) pen.put({ kind: 'thinking', text: thought });
  const said = text(record.content);
  if (said !== '') pen.put({ kind: 'reply', text: said, ...(model !== undefined && { model }) });
  for (const raw of list(record.tool_calls)) {
    const call = obj(raw);
    const { name, arguments: args } = obj(call.function);
    const input = parse(args) ?? args;
    const { task, agent } = obj(input);
    // A sub-agent is found by what it was asked.
    const start =
      name === 'task' ? { input: { ...obj(input), prompt: task, subagent_type: agent } } : { input };
    pen.call(str(call.id), { name: str(name) ?? 'tool', ...start });
  }
  if (!pen.wrote) pen.meta('assistant (empty)');
}

/** `key: value` lines; failures and refusals are said in tags of Vibe's own. */
function result(record: Json, pen: Pen) {
  const output = text(record.content);
  const exit = /^returncode: (-?\d{1,9})\s*$/m.exec(output.slice(-200))?.[1];
  const exitCode = exit === undefined ? undefined : Number(exit);
  const outcome = outcomeOf(output, exitCode);
  pen.result(str(record.tool_call_id), {
    output,
    outcome,
    exitCode,
    name: first(record.name),
    refusedBy: outcome === 'denied' ? 'person' : undefined,
  });
}

function outcomeOf(output: string, exitCode: number | undefined): Outcome {
  // Skipped by the person, in their words or in Vibe's; else stopped while it ran.
  if (output.startsWith('<user_cancellation>'))
    return /^<user_cancellation>(?:User cancelled|Tool execution interrupted)/.test(output)
      ? 'interrupted'
      : 'denied';
  if (output.startsWith('<tool_error>')) return 'error';
  return exitCode !== undefined && exitCode !== 0 ? 'error' : 'ok';
}
