import type { Client, SessionLinks } from '@debrief/contract';
import { createReader, type Entry, type Reader } from '@debrief/transcript';
import { exitCodes, Failure } from '../../failure.ts';

/** What the server knows of a session that a task is made of. */
export interface SessionRecord {
  sessionId: string;
  links: SessionLinks['links'];
  /** What a person asked for before the agent did anything. */
  prompts: string[];
  reader: Reader;
  /** The run of tests that was proven to pass last; without quotes, as it is kept. */
  command?: string;
}

/** Enough for what an agent saw before it wrote anything; of a longer session the beginning is read. */
const maxPages = 100;
const page = 200;
const maxPrompt = 100_000;

/** Whether somebody has judged it, and what it led to. Asked before anything is read of it. */
export async function askSession(
  client: Client,
  sessionId: string,
  withAll: boolean,
): Promise<SessionRecord> {
  const { review } = await client.getReview({ sessionId });
  const isJudged = review.reviews.some((one) => !one.self && !one.withdrawnAt && !one.dismissed);
  if (review.state !== 'accepted' && !isJudged) {
    throw new Failure(
      'Nobody has reviewed this session yet. A task is made of one that somebody has judged.',
      exitCodes.usage,
    );
  }
  const { links } = await client.listSessionLinks({ sessionId });
  if (links.length === 0)
    throw new Failure('No commit is linked with this session, so there is nothing to test.', exitCodes.usage);
  const [{ session }, { brief }] = await Promise.all([
    client.getSession({ sessionId }),
    client.getBrief({ sessionId }),
  ]);
  const reader = await readSession(client, sessionId, session.agentId, withAll);
  const prompts = firstPrompts(reader.entries);
  if (prompts.length === 0)
    throw new Failure('No prompt of a person is known at the beginning of this session.');
  if (prompts.join('').length > maxPrompt)
    throw new Failure('The first prompt is too long for an instruction.');
  const proven = brief?.proved.checks.find(({ of, state }) => of === 'tests' && state === 'passed');
  return {
    ...{ sessionId, links, prompts, reader },
    ...(proven && { command: proven.run.command }),
  };
}

async function readSession(
  client: Client,
  sessionId: string,
  agentId: string,
  withAll: boolean,
): Promise<Reader> {
  // Loaded here and not at the start: no other command needs it.
  const { createPriceList } = await import('@debrief/prices');
  const reader = createReader(agentId, createPriceList());
  let after = 0;
  for (let pages = 0; pages < maxPages; pages++) {
    const { events, nextCursor } = await client.listEvents({ sessionId, after, limit: page, order: 'asc' });
    reader.feed(events.map(({ sequence, eventType, payload }) => ({ sequence, eventType, payload })));
    const last = events.at(-1)?.sequence ?? after;
    const isEnough = !withAll && reader.entries.some(isDoing);
    if (!nextCursor || last <= after || isEnough) break;
    after = last;
  }
  reader.finish();
  return reader;
}

const isDoing = ({ kind }: Entry): boolean => kind === 'reply' || kind === 'tool' || kind === 'subagent';

function firstPrompts(entries: readonly Entry[]): string[] {
  const end = entries.findIndex(isDoing);
  return entries
    .slice(0, end === -1 ? undefined : end)
    .flatMap((entry) =>
      entry.kind === 'prompt' && entry.origin !== 'agent' && !entry.retracted && entry.text.trim() !== ''
        ? [entry.text]
        : [],
    );
}
