/**
 * `chatSessions/<id>.jsonl` is a log of changes to one object: 0 sets the whole, 1 a value, 2 adds to a list (cut to
 * `i` first), 3 deletes. Before 2026 it was the object itself. What a person typed and did not send is in it
 * (`inputState`) and is never sent; what a tool answered is a tree of a hundred kilobytes, of which the text is kept.
 */
import { readFile, stat } from 'node:fs/promises';
import { type Fields, fields, isSettling, type Row, type Source, text } from '../agent.ts';
import { pick } from '../document.ts';
import { parsedJson } from '../sqlite.ts';

const maxBytes = 64 * 1024 * 1024;
export async function readChat(source: Source): Promise<Row[]> {
  const { size } = await stat(source.path);
  if (size > maxBytes) throw new Error(`${source.path} has ${size} bytes, more than a chat session has.`);
  const session = replay(await readFile(source.path, 'utf8'));
  const requests = (Array.isArray(session.requests) ? session.requests : []).map(fields);
  if (requests.length === 0 || !isCopilot(session, requests)) return [];
  const open = isSettling(source.modifiedAt);
  return [
    {
      id: 'chat',
      record: {
        type: 'chat',
        ...pick(session, 'sessionId', 'creationDate', 'customTitle', 'initialLocation'),
      },
    },
    ...requests.map((request, index): Row => {
      const isLast = index === requests.length - 1;
      return {
        id: text(request.requestId) ?? `#${index}`,
        record: cut(request),
        ...(open && isLast && request.result === undefined && { unsettled: true }),
      };
    }),
  ];
}

/** Any chat provider writes here; a session that names another one is not ours. */
function isCopilot(session: Fields, requests: Fields[]): boolean {
  const who = text(fields(fields(requests[0]?.agent).extensionId).value);
  if (who !== undefined) return who.toLowerCase() === 'github.copilot-chat';
  return (text(session.responderUsername) ?? 'GitHub Copilot') === 'GitHub Copilot';
}

export function replay(log: string): Fields {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  const whole = lines.length > 0 && !/^\{"kind":\d/.test(lines[0] ?? '') ? parsedJson(log) : undefined;
  if (whole !== undefined && typeof whole === 'object') return fields(whole);
  let session: Fields = {};
  for (const line of lines) {
    const change = fields(parsedJson(line));
    const path = Array.isArray(change.k) ? change.k.map(String) : [];
    if (change.kind === 0) session = fields(change.v);
    else if (path[0] !== 'inputState' && path.length > 0 && path.length < 32) apply(session, path, change);
  }
  return session;
}

function apply(session: Fields, path: string[], change: Fields): void {
  if (path.some((step) => step === '__proto__' || step === 'constructor' || step === 'prototype')) return;
  let at: Fields = session;
  for (const step of path.slice(0, -1)) {
    const next = at[step];
    if (typeof next !== 'object' || next === null) return;
    at = next as Fields;
  }
  const last = path.at(-1) ?? '';
  if (change.kind === 1) at[last] = change.v;
  else if (change.kind === 3) delete at[last];
  else if (change.kind === 2) {
    const list = Array.isArray(at[last]) ? (at[last] as unknown[]) : [];
    const kept = typeof change.i === 'number' ? list.slice(0, change.i) : list;
    at[last] = [...kept, ...(Array.isArray(change.v) ? change.v : [])];
  }
}

function cut(request: Fields): Fields {
  const result = fields(request.result);
  const facts = fields(result.metadata);
  const variables = fields(request.variableData).variables;
  const files = (Array.isArray(variables) ? variables : []).map((one) => text(fields(one).name));
  const cancelled = request.isCanceled === true || fields(request.modelState).value === 2;
  return {
    type: 'request',
    ...pick(request, 'requestId', 'timestamp', 'modelId'),
    message: { text: text(fields(request.message).text) ?? '' },
    ...(files.length > 0 && { files: files.filter(Boolean) }),
    ...pick(facts, 'promptTokens', 'outputTokens', 'resolvedModel'),
    ...pick(result, 'timings', 'errorDetails'),
    ...(cancelled && { cancelled }),
    rounds: roundsOf(request, facts),
  };
}

/** The rounds of the model, where they are kept; else what was shown, which knows calls by their titles only. */
function roundsOf(request: Fields, facts: Fields): Fields[] {
  const parts = (Array.isArray(request.response) ? request.response : []).map(fields);
  const invoked = parts.filter((part) => part.kind === 'toolInvocationSerialized');
  const rounds = (Array.isArray(facts.toolCallRounds) ? facts.toolCallRounds : []).map(fields);
  if (rounds.length === 0) return shownRounds(parts);
  const total = rounds.reduce((sum, round) => sum + callsOf(round).length, 0);
  const results = fields(facts.toolCallResults);
  let at = 0;
  return rounds.map((round) => ({
    ...pick(round, 'response', 'thinking'),
    calls: callsOf(round).map((call) => {
      // Both have ids of their own: they are paired by their order, when there are as many.
      const shown = invoked.length === total ? fields(invoked[at++]) : {};
      const input = fields(parsedJson(call.arguments));
      const id = text(call.id) ?? '';
      const output = Object.hasOwn(results, id) ? leaves(results[id]) : undefined;
      const filePath = text(input.filePath) ?? text(input.path);
      return { id, name: call.name, input, ...(filePath && { filePath }), ...state(shown), output };
    }),
  }));
}

const callsOf = (round: Fields): Fields[] =>
  (Array.isArray(round.toolCalls) ? round.toolCalls : []).map(fields);

/** How the person and the tool answered, as far as the editor keeps it. */
function state(shown: Fields): Fields {
  const terminal = fields(shown.toolSpecificData);
  const exitCode = fields(terminal.terminalCommandState).exitCode;
  return {
    ...(shown.isConfirmed !== undefined && { confirmed: shown.isConfirmed }),
    ...(shown.isComplete !== undefined && { complete: shown.isComplete }),
    ...(fields(shown.resultDetails).isError === true && { failed: true }),
    ...(typeof exitCode === 'number' && { exitCode }),
  };
}

function shownRounds(parts: Fields[]): Fields[] {
  const rounds: { response: string; thinking: string; calls: Fields[] }[] = [];
  let round = { response: '', thinking: '', calls: [] as Fields[] };
  for (const part of parts) {
    const words = spoken(part);
    if (words !== undefined && round.calls.length > 0) {
      rounds.push(round);
      round = { response: '', thinking: '', calls: [] };
    }
    if (words !== undefined) round.response += words;
    else if (part.kind === 'thinking') round.thinking += text(part.value) ?? '';
    else if (part.kind === 'toolInvocationSerialized') {
      const command = text(fields(fields(part.toolSpecificData).commandLine).original);
      const title = worded(part.pastTenseMessage) ?? worded(part.invocationMessage);
      const input = command ? { input: { command } } : {};
      round.calls.push({ id: part.toolCallId, name: part.toolId, title, ...input, ...state(part) });
    }
  }
  return [...rounds, round];
}

const worded = (value: unknown): string | undefined => text(value) ?? text(fields(value).value);

/** Markdown, with the links that stand in the middle of its sentences. */
function spoken(part: Fields): string | undefined {
  if (part.kind === undefined || part.kind === 'markdownContent')
    return worded(part.content) ?? worded(part.value) ?? '';
  if (part.kind !== 'inlineReference') return undefined;
  const target = fields(part.inlineReference);
  const path =
    text(target.path) ?? text(fields(target.uri).path) ?? text(fields(fields(target.location).uri).path);
  return `\`${text(part.name) ?? path?.split('/').at(-1) ?? ''}\``;
}

/** The text at the leaves of a tree of prompt nodes. */
function leaves(value: unknown): string {
  const found: string[] = [];
  const stack: unknown[] = [fields(value).content];
  for (let visited = 0; stack.length > 0 && visited < 100_000; visited++) {
    const node = stack.pop();
    if (Array.isArray(node)) for (let i = node.length - 1; i >= 0; i--) stack.push(node[i]);
    else if (typeof node === 'object' && node !== null) {
      const { children, text: said, value: inner, node: root, lineBreakBefore } = node as Fields;
      if (typeof said === 'string') found.push(lineBreakBefore ? `\n${said}` : said);
      else if (typeof inner === 'string') found.push(inner);
      stack.push(root, inner === undefined || typeof inner === 'string' ? undefined : inner, children);
    }
  }
  return found.join('').trim();
}
