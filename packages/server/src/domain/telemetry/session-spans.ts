import { agentCatalog, type TranscriptEntry } from '@debrief/contract';
import type { Context } from '../context.ts';
import { isForAll } from '../outbox/body.ts';
import type { SessionRecord } from '../records.ts';
import { readingAt } from '../session/reading.ts';
import type { Figures } from '../session/statistics.ts';
import type { TurnRecord } from '../session/transcript-ports.ts';
import { type Attributes, type OtlpSpan, spanIdOf, traceIdOf } from './otlp-span.ts';

const atOnce = { entries: 200, bytes: 1024 * 1024, turns: 500 };
/** More turns, sub-agents or spans than these are left out, and the span of the session says so. */
const most = { turns: 5000, lanes: 1000, spans: 20_000 };
const nameLength = 200;
const billionths = 1e9;

type Called = Extract<TranscriptEntry, { outcome: unknown }>;

/**
 * A session as spans: the session, its turns, and in them what the agent called. Ids, times, names of tools and counts;
 * words only `withContent`. Of a session that is not for everybody there is the first span alone, with ids and state.
 */
export async function* sessionSpans(
  context: Context,
  session: SessionRecord,
  { withContent }: { withContent: boolean },
): AsyncGenerator<OtlpSpan> {
  const { sessionId } = session;
  const ids = { traceId: traceIdOf(sessionId) };
  const root = spanIdOf(sessionId, 'session');
  const isWhole = await isForAll(context, session);
  let count = 0;
  if (isWhole) {
    const turns = await turnsOf(context, sessionId);
    for (const turn of turns) {
      count++;
      yield { ...ids, ...turnSpan(session, turn, withContent), parentId: root };
    }
    for await (const span of callSpans(context, session, turns, withContent)) {
      if (count++ >= most.spans) break;
      yield { ...ids, ...span };
    }
  }
  const known = isWhole ? await figuresOf(context, sessionId) : undefined;
  const attributes = {
    ...sessionAttributes(context, session, known),
    ...(isWhole && {
      'debrief.repository': session.repository,
      'debrief.author.id': session.authorUserId,
      'debrief.spans.cut': count > most.spans || undefined,
      ...(withContent && { 'debrief.session.title': known?.title ?? session.title }),
    }),
  };
  const { startedAt, endedAt, updatedAt } = session;
  yield {
    ...ids,
    spanId: root,
    name: `invoke_agent ${agentName(session)}`,
    ...{ from: startedAt, to: endedAt ?? updatedAt, attributes, failed: session.status === 'failed' },
  };
}

const agentName = ({ agentId }: SessionRecord): string =>
  agentCatalog.find((one) => one.agentId === agentId)?.displayName ?? agentId;

/** The provider as the conventions call it; of other models the agent stands there. */
const providers: readonly [begin: RegExp, name: string][] = [
  [/^(?:anthropic[./])?claude/, 'anthropic'],
  [/^(?:openai\/)?(?:gpt|o\d|codex)/, 'openai'],
  [/^(?:google\/)?gemini/, 'gcp.gemini'],
  [/^(?:x-ai\/)?grok/, 'x_ai'],
  [/^(?:deepseek\/)?deepseek/, 'deepseek'],
  [/^(?:mistralai\/)?(?:mistral|devstral|codestral)/, 'mistral_ai'],
];

const common = (session: SessionRecord, model: string | undefined): Attributes => ({
  'gen_ai.provider.name': providers.find(([begin]) => begin.test(model ?? ''))?.[1] ?? session.agentId,
  'gen_ai.agent.name': agentName(session),
  'gen_ai.conversation.id': session.sessionId,
  'gen_ai.request.model': model?.slice(0, nameLength),
});

function sessionAttributes(context: Context, session: SessionRecord, known: Figures | undefined): Attributes {
  const { organizationId, sessionId, status, eventCount } = session;
  return {
    'gen_ai.operation.name': 'invoke_agent',
    ...common(session, known?.models[0]),
    'gen_ai.agent.id': session.agentId,
    ...(known && {
      'gen_ai.usage.input_tokens': known.tokens.input + known.tokens.cacheRead + known.tokens.cacheWrite,
      'gen_ai.usage.output_tokens': known.tokens.output,
      'gen_ai.usage.cache_read.input_tokens': known.tokens.cacheRead,
      'gen_ai.usage.cache_creation.input_tokens': known.tokens.cacheWrite,
      'debrief.cost.usd': known.costUsd,
      ...{ 'debrief.prompts': known.prompts, 'debrief.tools': known.tools, 'debrief.errors': known.errors },
      'debrief.outcome': known.outcome?.kind,
    }),
    ...{ 'debrief.organization.id': organizationId, 'debrief.status': status, 'debrief.events': eventCount },
    'debrief.url': `${context.publicUrl}/sessions/${sessionId}`,
  };
}

async function figuresOf({ store }: Context, sessionId: string): Promise<Figures | undefined> {
  const found = (await store.statistics.find([sessionId])).get(sessionId);
  return found && (JSON.parse(found.figures) as Figures);
}

async function turnsOf({ store }: Context, sessionId: string): Promise<TurnRecord[]> {
  const all: TurnRecord[] = [];
  for (let from = 0; from < most.turns; from += atOnce.turns) {
    const { turns } = await store.transcript.turns(sessionId, from, atOnce.turns);
    all.push(...turns);
    if (turns.length < atOnce.turns) break;
  }
  return all;
}

const timeOf = (given: string | undefined, or: number): number => {
  const time = given === undefined ? Number.NaN : Date.parse(given);
  return time > 0 ? time : or;
};

const message = (role: 'user' | 'assistant', content: string | undefined): string | undefined =>
  content === undefined ? undefined : JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);

type Part = Omit<OtlpSpan, 'traceId'>;

function turnSpan(session: SessionRecord, turn: TurnRecord, withContent: boolean): Part {
  const { usage, start, answer } = turn;
  const from = timeOf(turn.from, session.startedAt);
  return {
    spanId: spanIdOf(session.sessionId, `turn ${turn.turn}`),
    name: `turn ${turn.turn + 1}`,
    ...{ from, to: timeOf(turn.to, from) },
    attributes: {
      'gen_ai.conversation.id': session.sessionId,
      'gen_ai.usage.input_tokens': usage.input + usage.cache,
      'gen_ai.usage.output_tokens': usage.output,
      ...{ 'debrief.turn': turn.turn + 1, 'debrief.requests': usage.requests },
      ...{ 'debrief.cost.usd': usage.cost / billionths, 'debrief.sequence': start?.sequence },
      ...(withContent && {
        'gen_ai.input.messages': message('user', start?.text),
        'gen_ai.output.messages': message('assistant', answer),
      }),
    },
  };
}

/** The turn that an event belongs to: the last one that began before it. */
function turnAt(turns: readonly TurnRecord[], sequence: number): TurnRecord | undefined {
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turns[middle]?.start?.sequence ?? 0) <= sequence) low = middle + 1;
    else high = middle;
  }
  return turns[low - 1] ?? turns[0];
}

async function* callSpans(
  context: Context,
  session: SessionRecord,
  turns: readonly TurnRecord[],
  withContent: boolean,
): AsyncGenerator<Part> {
  const { transcript } = context.store;
  const { sessionId } = session;
  const { reading, foldedAt } = await readingAt(context, session);
  const asked = { limit: atOnce.entries, bytes: atOnce.bytes, foldedTo: reading.foldedTo, foldedAt };
  const { lanes } = await transcript.lanes(sessionId, most.lanes);
  for (const { lane, entry: subagent } of [{ lane: 0, entry: undefined }, ...lanes]) {
    for (let from = 0; ; ) {
      const { count, json } = await transcript.window(sessionId, { ...asked, lane, from });
      if (count === 0) break;
      for (const entry of JSON.parse(`[${Buffer.concat(json).toString()}]`) as TranscriptEntry[]) {
        if (!('outcome' in entry)) continue;
        const turn = turnAt(turns, entry.sequences[0] ?? 0);
        const parent = subagent === undefined ? (turn ? `turn ${turn.turn}` : 'session') : `call ${subagent}`;
        const begun = timeOf(turn?.from, session.startedAt);
        yield { ...callSpan(session, entry, begun, withContent), parentId: spanIdOf(sessionId, parent) };
      }
      from += count;
    }
  }
}

const failures: Partial<Record<Called['outcome'], string>> = {
  error: 'tool_error',
  denied: 'denied',
  interrupted: 'interrupted',
};

function callSpan(session: SessionRecord, entry: Called, begun: number, withContent: boolean): Part {
  const from = timeOf(entry.at, begun);
  const isAgent = entry.kind === 'subagent';
  const name = (isAgent ? (entry.agentType ?? entry.name) : entry.name).slice(0, nameLength);
  const failure = failures[entry.outcome];
  return {
    spanId: spanIdOf(session.sessionId, `call ${entry.id}`),
    name: `${isAgent ? 'invoke_agent' : 'execute_tool'} ${name}`,
    ...{ from, to: from + Math.max(0, entry.durationMs ?? 0), failed: failure !== undefined },
    attributes: {
      ...(isAgent
        ? {
            'gen_ai.operation.name': 'invoke_agent',
            ...common(session, entry.model),
            'gen_ai.agent.name': name,
          }
        : {
            'gen_ai.operation.name': 'execute_tool',
            ...{ 'gen_ai.tool.name': name, 'gen_ai.tool.type': 'function' },
            'gen_ai.conversation.id': session.sessionId,
          }),
      ...{ 'gen_ai.tool.call.id': entry.id, 'error.type': failure, 'process.exit.code': entry.exitCode },
      ...{ 'debrief.tool.kind': entry.tool, 'debrief.sequence': entry.sequences[0] },
      'debrief.retracted': entry.retracted,
      ...(withContent && {
        'gen_ai.tool.call.arguments': entry.input === undefined ? undefined : JSON.stringify(entry.input),
        'gen_ai.tool.call.result': entry.output,
      }),
    },
  };
}
