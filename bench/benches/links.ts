import { createFold } from '@debrief/transcript';
import { FactsFold } from '../../packages/server/src/projection/links/facts.ts';
import { longSession } from '../../packages/server/testing/session/long-session.ts';
import { amount, type Bench, type Row, type Setting } from '../bench.ts';
import { figure, median } from '../statistic.ts';
import { cpu, page, type Session, workSessions } from './findings.ts';

/** What links cost on top of folding a session, by processor time of the thread. */

const subject = { repoRoot: null, startedAt: 0 };

/** Microseconds for all events of the sessions. */
function fold(sessions: readonly Session[], isLinked: boolean): number {
  const begun = cpu();
  for (const { texts } of sessions) {
    const fold = createFold('claude-code');
    const facts = new FactsFold(undefined);
    for (let at = 0; at < texts.length; at += page) {
      const events = texts.slice(at, at + page).map((text, n) => ({
        sequence: at + n + 1,
        eventType: 'x',
        payload: JSON.parse(text) as unknown,
      }));
      const { written } = fold.feed(events);
      JSON.stringify(fold.summary());
      if (!isLinked) continue;
      facts.feed(written);
      facts.step(subject);
    }
  }
  return cpu() - begun;
}

function measured(setting: Setting, id: string, title: string, sessions: readonly Session[]): Row {
  const events = sessions.reduce((sum, { texts }) => sum + texts.length, 0);
  const [on, off]: [number[], number[]] = [[], []];
  for (let round = 0; round <= setting.rounds; round++) {
    const [linked, bare] = [fold(sessions, true), fold(sessions, false)];
    // The first one warms up.
    if (round > 0) on.push(linked / events) && off.push(bare / events);
  }
  return {
    id,
    bench: 'links',
    title,
    floor: 'the same fold without the facts that links are concluded from',
    goal: { atMost: 1.25 },
    ...figure(on.map((value, at) => value / (off[at] as number))),
    note: `${events} events; ${median(on).toFixed(0)} µs an event against ${median(off).toFixed(0)} µs`,
  };
}

export const links: Bench = {
  name: 'links',
  summary: 'what links cost on top of folding a session',
  async run(setting) {
    const events = amount(setting, { full: 100_000, usual: 20_000, quick: 1200 });
    const long = [{ name: 'long', texts: [...longSession(events)].map((one) => JSON.stringify(one)) }];
    const real = workSessions();
    return {
      rows: [
        measured(setting, 'links-fold', 'fold of one long session with links ÷ without', long),
        ...(real.length > 0
          ? [
              measured(
                setting,
                'links-fold-real',
                'fold of the real work sessions with links ÷ without',
                real,
              ),
            ]
          : []),
      ],
    };
  },
};
