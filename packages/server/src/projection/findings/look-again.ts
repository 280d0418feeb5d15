import { createHash } from 'node:crypto';
import type { CheckedSession } from '@debrief/lessons';
import type { CheckQuestion, OfferedCheck, SessionChecks } from '../../domain/findings/ports.ts';
import type { LookedSession } from '../../domain/records.ts';
import type { KeptAnswer, WriteAnswers } from './kept-answers.ts';
import type { Remembered } from './remembered.ts';

/** Sessions that are looked at again, and what is remembered of them. */
export interface Again {
  remembered: Remembered;
  sessions: readonly LookedSession[];
  /** What is kept for longer than this server runs. */
  read(sessionIds: readonly string[]): Promise<KeptAnswer[]>;
  /** Absent: what is found is only remembered. */
  write?: WriteAnswers;
}

const noCase: CheckedSession = { opportunities: 0, kept: 0, events: [] };

/** Whoever counts shows one of each kind from a session. Null: no case, which is what most sessions come to. */
function firstOfEach(checked: CheckedSession | undefined): CheckedSession | null {
  if (!checked || checked.opportunities === 0) return null;
  const { opportunities, kept, events } = checked;
  const first = [true, false].flatMap((isKept) => events.find((one) => one.isKept === isKept) ?? []);
  return { opportunities, kept, events: first };
}

/** Questions are named by what they ask, in few characters: each stands beside each session. */
const nameOf = (question: string): string =>
  createHash('sha256').update(question).digest('base64url').slice(0, 16);

/** What is kept of a session to look at it is taken along. */
const lookedAtOnce = 20;
/** Of what nobody asks any more the oldest goes. */
const mostKept = 64;

/**
 * The answers to some questions about each session: those that are remembered, those that are kept, and of the rest what
 * looking comes to.
 */
async function answersAgain<Answer>(
  { remembered, sessions, read, write }: Again,
  questions: readonly string[],
  look: (some: readonly LookedSession[]) => Promise<(sessionId: string) => (Answer | null)[]>,
): Promise<Map<string, (Answer | null)[]>> {
  const stamps = new Map(sessions.map(({ sessionId, stamp }) => [sessionId, stamp]));
  const known = ({ sessionId, stamp }: LookedSession): (Answer | null)[] | undefined => {
    if (stamp === null) return undefined;
    const answers = questions.map((name) => remembered.find<Answer | null>(sessionId, stamp, name));
    return answers.includes(undefined) ? undefined : (answers as (Answer | null)[]);
  };
  const forgotten = sessions.filter((session) => session.stamp !== null && !known(session));
  const before = new Map<string, KeptAnswer['answers']>();
  if (forgotten.length > 0)
    for (const { sessionId, stamp, answers } of await read(forgotten.map((one) => one.sessionId))) {
      if (stamps.get(sessionId) !== stamp) continue;
      before.set(sessionId, answers);
      // Also what was not asked now: whoever opens the page asks for it next.
      for (const [name, answer] of Object.entries(answers)) remembered.keep(sessionId, stamp, name, answer);
    }
  const found = new Map<string, (Answer | null)[]>();
  const unknown: LookedSession[] = [];
  for (const session of sessions) {
    const answers = known(session) ?? fromKept<Answer>(before.get(session.sessionId), questions);
    if (answers) found.set(session.sessionId, answers);
    else unknown.push(session);
  }
  for (let from = 0; from < unknown.length; from += lookedAtOnce) {
    const some = unknown.slice(from, from + lookedAtOnce);
    const answerOf = await look(some);
    const fresh: KeptAnswer[] = [];
    for (const { sessionId, stamp } of some) {
      const answers = answerOf(sessionId);
      found.set(sessionId, answers);
      if (stamp === null) continue;
      const own = questions.map((name, at) => [name, answers[at] ?? null] as const);
      for (const [name, answer] of own) remembered.keep(sessionId, stamp, name, answer);
      const others = Object.entries(before.get(sessionId) ?? {}).filter(
        ([name]) => !questions.includes(name),
      );
      fresh.push({ sessionId, stamp, answers: Object.fromEntries([...others, ...own].slice(-mostKept)) });
    }
    // Whoever asks has the answers; another time somebody looks again.
    if (fresh.length > 0) await write?.(fresh).catch(() => undefined);
  }
  return found;
}

/** When there is no room to remember all. */
const fromKept = <Answer>(answers: KeptAnswer['answers'] | undefined, questions: readonly string[]) =>
  answers && questions.every((name) => name in answers)
    ? questions.map((name) => answers[name] as Answer | null)
    : undefined;

/** How checks come out. Each is remembered by itself, because lessons come and go one by one. */
export async function checkedAgain(
  again: Again,
  { checks, ...rest }: CheckQuestion,
  look: (some: readonly LookedSession[]) => Promise<SessionChecks[]>,
): Promise<SessionChecks[]> {
  const place = JSON.stringify(rest);
  const names = checks.map((check) => nameOf(check + place));
  const found = await answersAgain<CheckedSession>(again, names, async (some) => {
    const looked = new Map((await look(some)).map(({ sessionId, checked }) => [sessionId, checked]));
    return (sessionId) => checks.map((_, at) => firstOfEach(looked.get(sessionId)?.[at]));
  });
  return again.sessions.map(({ sessionId }) => ({
    sessionId,
    checked: (found.get(sessionId) ?? []).map((one) => one ?? noCase),
  }));
}

/** The question what instruction files offer; no check is called so. */
const offered = 'offered';

export async function offeredAgain(
  again: Again,
  look: (some: readonly LookedSession[]) => Promise<OfferedCheck[]>,
): Promise<OfferedCheck[]> {
  const found = await answersAgain<OfferedCheck[]>(again, [offered], async (some) => {
    const looked = Map.groupBy(await look(some), ({ sessionId }) => sessionId);
    return (sessionId) => [looked.get(sessionId) ?? null];
  });
  return again.sessions.flatMap(({ sessionId }) => found.get(sessionId)?.[0] ?? []);
}
