import { amount, type Bench, type Row } from '../bench.ts';
import { proseBodies } from '../body.ts';
import { compare, cpuRatio, describe, describeCpu, ratios } from '../compare.ts';
import { fillEvents } from '../fill.ts';
import { fillStatistics } from '../fill-statistics.ts';
import { floor } from '../floor.ts';
import { constantPlan, readPlan } from '../load/plans.ts';
import { createRandom } from '../random.ts';
import { figure } from '../statistic.ts';
import { startSubject } from '../subject.ts';

const sessionCount = 16;

export const page: Bench = {
  name: 'page',
  summary: 'a page of 100 events at a random position, SQLite',
  async run(setting) {
    const subject = await startSubject('sqlite');
    try {
      const events = amount(setting, { full: 160_000, usual: 80_000, quick: 8000 });
      const sessions = await subject.openSessions(sessionCount);
      await fillEvents(subject, { sessions, bodies: proseBodies(50), events });
      await fillStatistics(subject);
      const random = createRandom(1);
      const each = Math.floor(events / sessionCount) - 100;
      const paths = Array.from({ length: 2000 }, () => {
        const sessionId = random.pick(sessions);
        return `/v1/organizations/me/sessions/${sessionId}/events?limit=100&after=${random.below(each)}`;
      });
      const constant = await constantPlan(subject, paths);
      const samples = await compare(
        {
          floor: { server: await floor(), plan: constant },
          subject: { server: subject, plan: readPlan(subject, paths) },
        },
        setting,
      );
      const cpu = cpuRatio(samples.subject, samples.floor);
      const row: Row = {
        id: 'page-random',
        bench: 'page',
        title: 'page of 100 events at a random position, SQLite',
        floor: 'bare Fastify sending a constant body of the same size',
        goal: { atLeast: 0.35 },
        ...figure(ratios(samples.subject, samples.floor)),
        ...(cpu !== undefined && { cpu }),
        note: `${constant.requests[0]?.path.split('/').at(-1)} bytes a page: ${describe(samples.subject)} against ${describe(samples.floor)}; ${describeCpu(samples.subject)}`,
      };
      return { rows: [row] };
    } finally {
      await subject.stop();
    }
  },
};
