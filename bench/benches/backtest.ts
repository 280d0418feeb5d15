import { setTimeout as sleep } from 'node:timers/promises';
import { longSession } from '../../packages/server/testing/session/long-session.ts';
import { amount, type Bench } from '../bench.ts';
import { figure } from '../statistic.ts';
import { type Subject, startSubject } from '../subject.ts';

/** How long a rule of the team's own is tried on the sessions that are there, beside a server that does nothing else. */

const eventsEach = 100;
const atOnce = 8;

const rule = {
  name: 'lint-first',
  title: 'Commit without lint',
  text: 'when edit unless ran "make lint" since the last edit',
  severity: 'high' as const,
  sentence: 'Edited without make lint.',
  isOn: true,
};

async function sent(subject: Subject, count: number): Promise<void> {
  const text = JSON.stringify([...longSession(eventsEach)]);
  const sessionIds = await subject.openSessions(count);
  const one = async (sessionId: string) => {
    // Requests of their own: sessions that tell of the same ones are counted together.
    const records = JSON.parse(
      text.replace(/"(requestId|id|tool_use_id|uuid)":"/g, `"$1":"${sessionId}-`),
    ) as object[];
    const events = records.map((payload) => ({ eventType: 'record', payload }));
    for (let at = 0; at < events.length; at += 50)
      await subject.machine.appendEvents({ sessionId, events: events.slice(at, at + 50) });
    await subject.machine.completeSession({ sessionId });
  };
  for (let at = 0; at < sessionIds.length; at += atOnce)
    await Promise.all(sessionIds.slice(at, at + atOnce).map(one));
}

/** Whether all of them have been judged. */
async function areJudged({ person }: Subject): Promise<boolean> {
  let cursor: string | undefined;
  do {
    const page = await person.listSessions({ limit: 100, ...(cursor && { cursor }) });
    if (!page.sessions.every(({ findings }) => findings)) return false;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return true;
}

const patience = 10 * 60_000;

/** Who waits without an end tells nobody what is missing. */
async function untilJudged(subject: Subject): Promise<void> {
  const until = performance.now() + patience;
  while (!(await areJudged(subject))) {
    if (performance.now() > until) throw new Error('After ten minutes not all sessions have been judged.');
    await sleep(2000);
  }
}

export const backtest: Bench = {
  name: 'backtest',
  summary: 'a rule of the team tried on a thousand sessions',
  async run(setting) {
    const count = amount(setting, { full: 1000, usual: 1000, quick: 10 });
    const subject = await startSubject('sqlite');
    try {
      await sent(subject, count);
      await untilJudged(subject);
      const rounds: number[] = [];
      let looked = 0;
      for (let round = 0; round <= Math.max(1, setting.rounds); round++) {
        const begun = performance.now();
        const answer = await subject.person.backtestRule({ teamRule: rule });
        // The first one loads what it needs.
        if (round > 0) rounds.push((performance.now() - begun) / 1000);
        looked = answer.sessions;
        if (!answer.isWhole) setting.say(`only ${answer.sessions} of ${count} sessions were looked at`);
      }
      return {
        rows: [
          {
            id: 'findings-backtest',
            bench: 'backtest',
            title: 'a rule tried on 1 000 sessions',
            floor: 'nothing; beside the server, on its executor',
            goal: { atMost: 10, unit: 's' },
            ...figure(rounds),
            note: `${looked} sessions of ${eventsEach} events, embedded database`,
          },
        ],
      };
    } finally {
      await subject.stop();
    }
  },
};
