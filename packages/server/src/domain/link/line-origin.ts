import type { LineOrigin } from '@debrief/contract';
import { readableOf } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { isoOrNone, present } from '../present.ts';
import type { TurnRecord } from '../session/transcript-ports.ts';
import type { Linked } from './linked.ts';

/** Sessions that are looked through for a line. */
const maxSessions = 20;
const pageOfTurns = 2000;

/** Which event of the linked sessions that somebody may read wrote a line, the surest session first; undefined when none did. */
export async function lineOrigin(
  context: Context,
  actor: MemberActor,
  links: readonly Linked[],
  hash: number,
): Promise<LineOrigin | undefined> {
  const all = [...new Set(links.map(({ sessionId }) => sessionId))];
  const readable = await readableOf(context, actor, all);
  const sessionIds = all.filter((sessionId) => readable.has(sessionId)).slice(0, maxSessions);
  const origins = await context.store.concludedLink.lineOrigins(sessionIds, hash);
  const [first] = sessionIds.flatMap((id) => origins.find(({ sessionId }) => sessionId === id) ?? []);
  if (!first) return undefined;
  const { sessionId, sequence, at } = first;
  const start = (await turnOf(context, sessionId, sequence))?.start;
  return present({
    sessionId,
    sequence,
    at: isoOrNone(at),
    prompt: start && { sequence: start.sequence, text: start.text },
  });
}

/** The turn an event is part of: the last that began before it. */
async function turnOf(
  context: Context,
  sessionId: string,
  sequence: number,
): Promise<TurnRecord | undefined> {
  let last: TurnRecord | undefined;
  for (let from = 0; ; from += pageOfTurns) {
    const { turns, total } = await context.store.transcript.turns(sessionId, from, pageOfTurns);
    for (const turn of turns) {
      if (turn.start && turn.start.sequence <= sequence) last = turn;
    }
    const end = turns.at(-1)?.start?.sequence ?? 0;
    if (turns.length === 0 || from + turns.length >= total || end > sequence) return last;
  }
}
