import { amount, type Bench } from '../bench.ts';
import { proseBodies } from '../body.ts';
import { measure } from '../compare.ts';
import { ingestPlan } from '../load/plans.ts';
import { residentMegabytes } from '../process.ts';
import { figure, median } from '../statistic.ts';
import { startSubject } from '../subject.ts';

export const memory: Bench = {
  name: 'memory',
  summary: 'server memory after millions of events, SQLite',
  async run(setting) {
    const subject = await startSubject('sqlite');
    try {
      const start = residentMegabytes(subject.pid);
      if (start === undefined) {
        setting.say('skipped: this system does not tell how much memory a process has (/proc).');
        return { rows: [] };
      }
      const events = amount(setting, { full: 10e6, usual: 500_000, quick: 5000 });
      const plan = ingestPlan(subject, await subject.openSessions(64), proseBodies(50));
      const points: [number, number][] = [[0, start]];
      for (let sent = 0; sent < events; ) {
        const { requests } = await measure({ server: subject, plan }, { ...setting, seconds: 2 });
        sent += requests * 50;
        points.push([sent, residentMegabytes(subject.pid) ?? Number.NaN]);
      }
      const growth = points
        .slice(1)
        .slice(-3)
        .map(([, megabytes]) => megabytes - start);
      const [sent] = points.at(-1) as [number, number];
      return {
        rows: [
          {
            id: 'memory',
            bench: 'memory',
            title: `server memory after ${(sent / 1e6).toFixed(1)} million events, above the start`,
            floor: 'the same process before the first event',
            goal: { atMost: 150, unit: 'MB' },
            ...figure(growth),
            note: `${start.toFixed(0)} MB at the start, ${median(
              points
                .slice(1)
                .slice(-3)
                .map(([, megabytes]) => megabytes),
            ).toFixed(
              0,
            )} MB under load at the end, highest ${Math.max(...points.map(([, megabytes]) => megabytes)).toFixed(0)} MB`,
          },
        ],
        curves: [
          {
            id: 'memory',
            title: 'Resident memory of the server under ingest, SQLite',
            x: { label: 'events ingested' },
            y: { label: 'MB', from: 0 },
            series: [{ name: 'Debrief', points }],
          },
        ],
      };
    } finally {
      await subject.stop();
    }
  },
};
