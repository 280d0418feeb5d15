import { setTimeout as sleep } from 'node:timers/promises';
import { lineHash } from '@debrief/links';
import {
  aCommit,
  linesOf,
  linkTime,
  prompt,
  runs,
  writes,
} from '../../packages/server/testing/links/link.ts';
import { amount, type Bench, type Result, type Setting } from '../bench.ts';
import { proseBodies } from '../body.ts';
import { fillEvents } from '../fill.ts';
import { fillStatistics, sessionsBehind } from '../fill-statistics.ts';
import { busyMilliseconds } from '../process.ts';
import { createRandom } from '../random.ts';
import { figure, percentile } from '../statistic.ts';
import { type Subject, startSubject } from '../subject.ts';

/** How long an agent waits that asks before it edits: the whole way over HTTP, one question at a time. */

const root = '/home/dev/app';
const hour = 3_600_000;
const files = 120;
const pathOf = (n: number) => `src/part-${n % files}.ts`;

/** Sessions that each wrote four of the files and committed them. */
async function fillRepository(subject: Subject, count: number): Promise<void> {
  const { machine, environmentId, installationId } = subject;
  let teller = '';
  const commits = [];
  for (let n = 0; n < count; n++) {
    const at = linkTime + n * hour;
    const { sessionId } = await machine.openSession({
      ...{ environmentId, agentInstallationId: installationId, repoRoot: root },
      ...{ repoRemote: 'git@github.com:acme/app.git', startedAt: new Date(at).toISOString() },
    });
    const parts = [0, 1, 2, 3].map((one) => ({ path: pathOf(n + one * 7), lines: linesOf(`of${n}x${one}`) }));
    const records = [
      prompt(n * 3600 + 1, `Change ${parts[0]?.path}`),
      ...parts.flatMap(({ path, lines }, one) => writes(n * 3600 + 2 + one * 2, `${root}/${path}`, lines)),
      ...runs(n * 3600 + 20, 'npm test', '1 failing'),
    ];
    await machine.appendEvents({
      sessionId,
      events: records.map((payload) => ({ eventType: 'record', payload })),
    });
    teller ||= sessionId;
    commits.push(
      aCommit(`commit ${n}`, {
        at: at + 600_000,
        lines: parts.flatMap(({ lines }) => lines),
        files: parts.map(({ path }) => ({ path, added: 10, removed: 0 })),
      }),
    );
  }
  for (let at = 0; at < commits.length; at += 50)
    await machine.reportCommits({ sessionId: teller, commits: commits.slice(at, at + 50) });
  while ((await sessionsBehind(subject)) > 0) await sleep(200);
}

async function run(setting: Setting): Promise<Result> {
  const events = amount(setting, { full: 1e6, usual: 1e6, quick: 10_000 });
  const sessions = amount(setting, { full: 400, usual: 400, quick: 20 });
  const asked = amount(setting, { full: 100, usual: 100, quick: 5 });
  const subject = await startSubject('sqlite');
  try {
    await fillRepository(subject, sessions);
    setting.say(`${sessions} sessions with commits`);
    const others = await subject.openSessions(200);
    await fillEvents(subject, { sessions: others, bodies: proseBodies(50), events });
    await fillStatistics(subject);
    const random = createRandom(7);
    const question = () => {
      const first = random.below(files);
      const lines = linesOf(`of${random.below(sessions)}x0`).flatMap((line) => lineHash(line) ?? []);
      return {
        file: [0, 1, 2].map((one) => pathOf(first + one)),
        repository: 'github.com/acme/app',
        line: lines.slice(0, 5).map(String),
      };
    };
    const rounds: number[] = [];
    let found = 0;
    const busy = busyMilliseconds([subject.pid]);
    for (let round = 0; round <= setting.rounds; round++) {
      const times: number[] = [];
      for (let n = 0; n < asked; n++) {
        const begun = performance.now();
        const answer = await subject.person.findPriorWork(question());
        times.push(performance.now() - begun);
        found += answer.sessions.length;
      }
      // The first one warms up.
      if (round > 0) rounds.push(percentile(times, 0.95));
    }
    const answers = asked * (setting.rounds + 1);
    const cpu = (busyMilliseconds([subject.pid]) - busy) / answers;
    return {
      rows: [
        {
          id: 'prior-work',
          bench: 'prior-work',
          title: `prior work of three files and five lines with ${events.toLocaleString('en-US')} events stored, p95`,
          floor: 'none: what an agent waits for',
          goal: { atMost: 150, unit: 'ms' },
          ...figure(rounds),
          note: `${sessions} sessions and commits in the repository, ${(found / answers).toFixed(1)} sessions in an answer, ${cpu.toFixed(0)} ms of the server's CPU for it`,
        },
      ],
    };
  } finally {
    await subject.stop();
  }
}

export const priorWork: Bench = {
  name: 'prior-work',
  summary: 'how long an agent waits for prior work before it edits, SQLite',
  run,
};
