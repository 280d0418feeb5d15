import type { CheckedSession } from '@debrief/lessons';
import type { CheckQuestion, OfferedCheck, SessionChecks } from '../../domain/findings/ports.ts';
import type { SessionRecord } from '../../domain/records.ts';
import type { Remembered } from './remembered.ts';

/** Sessions that are looked at again: how each stands now, and what is remembered of it. */
interface Again {
  remembered: Remembered;
  /** None of a session that was never folded. */
  stamps: ReadonlyMap<string, string>;
  sessions: readonly SessionRecord[];
}

const noCase: CheckedSession = { opportunities: 0, kept: 0, events: [] };

/** Whoever counts shows one of each kind from a session. Null: no case, which is what most sessions come to. */
function firstOfEach(checked: CheckedSession | undefined): CheckedSession | null {
  if (!checked || checked.opportunities === 0) return null;
  const { opportunities, kept, events } = checked;
  const first = [true, false].flatMap((isKept) => events.find((one) => one.isKept === isKept) ?? []);
  return { opportunities, kept, events: first };
}

/** How checks come out. Each is remembered by itself, because lessons come and go one by one. */
export async function checkedAgain(
  { remembered, stamps, sessions }: Again,
  { checks, ...rest }: CheckQuestion,
  look: (some: readonly SessionRecord[]) => Promise<SessionChecks[]>,
): Promise<SessionChecks[]> {
  const place = JSON.stringify(rest);
  const found = new Map<string, (CheckedSession | null)[]>();
  const unknown: SessionRecord[] = [];
  for (const session of sessions) {
    const { sessionId } = session;
    const stamp = stamps.get(sessionId);
    const known = checks.map((check) =>
      stamp === undefined
        ? undefined
        : remembered.find<CheckedSession | null>(sessionId, stamp, check + place),
    );
    if (known.includes(undefined)) unknown.push(session);
    else found.set(sessionId, known as (CheckedSession | null)[]);
  }
  const looked = unknown.length === 0 ? [] : await look(unknown);
  const fresh = new Map(looked.map(({ sessionId, checked }) => [sessionId, checked]));
  for (const { sessionId } of unknown) {
    const outcomes = checks.map((_, at) => firstOfEach(fresh.get(sessionId)?.[at]));
    found.set(sessionId, outcomes);
    const stamp = stamps.get(sessionId);
    for (const [at, check] of checks.entries())
      if (stamp !== undefined) remembered.keep(sessionId, stamp, check + place, outcomes[at]);
  }
  return sessions.map(({ sessionId }) => ({
    sessionId,
    checked: (found.get(sessionId) ?? []).map((one) => one ?? noCase),
  }));
}

/** The question what instruction files offer; no check is called so. */
const offered = 'offered';

export async function offeredAgain(
  { remembered, stamps, sessions }: Again,
  look: (some: readonly SessionRecord[]) => Promise<OfferedCheck[]>,
): Promise<OfferedCheck[]> {
  const found = new Map<string, OfferedCheck[]>();
  const unknown: SessionRecord[] = [];
  for (const session of sessions) {
    const stamp = stamps.get(session.sessionId) ?? '';
    const known = remembered.find<OfferedCheck[] | null>(session.sessionId, stamp, offered);
    if (known === undefined) unknown.push(session);
    else found.set(session.sessionId, known ?? []);
  }
  const looked = unknown.length === 0 ? [] : await look(unknown);
  const fresh = Map.groupBy(looked, ({ sessionId }) => sessionId);
  for (const { sessionId } of unknown) {
    const some = fresh.get(sessionId) ?? [];
    found.set(sessionId, some);
    const stamp = stamps.get(sessionId);
    if (stamp !== undefined) remembered.keep(sessionId, stamp, offered, some.length === 0 ? null : some);
  }
  return sessions.flatMap(({ sessionId }) => found.get(sessionId) ?? []);
}
