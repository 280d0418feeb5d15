import { amount, type Bench, type Result, type Setting } from '../bench.ts';
import { proseBodies } from '../body.ts';
import { type Contender, compare, ratios, type Sample } from '../compare.ts';
import { fillEvents } from '../fill.ts';
import { fillStatistics } from '../fill-statistics.ts';
import { readPlan } from '../load/plans.ts';
import { figure, median } from '../statistic.ts';
import { type Subject, startSubject } from '../subject.ts';
import { filteredPaths, withSessions } from './list.ts';

/** Latency, so one request at a time. */
const alone = (setting: Setting): Setting => ({
  ...setting,
  connections: 1,
  seconds: Math.min(2, setting.seconds),
});
const p50 = (samples: Sample[]): number => median(samples.map(({ latency }) => latency[50]));
const count = (value: number) => value.toLocaleString('en-US');

async function pages(setting: Setting): Promise<Result> {
  const subject = await startSubject('sqlite');
  try {
    const last = amount(setting, { full: 1e6, usual: 1e6, quick: 10_000 });
    const sessions = await subject.openSessions(1);
    await fillEvents(subject, { sessions, bodies: proseBodies(50), events: last + 100 });
    await fillStatistics(subject);
    const positions = [1, 1000, 100_000].filter((position) => position < last).concat(last);
    const contenders: Record<string, Contender> = Object.fromEntries(
      positions.map((position) => {
        const path = `/v1/organizations/me/sessions/${sessions[0]}/events?limit=100&after=${position - 1}`;
        return [String(position), { server: subject, plan: readPlan(subject, [path]) }];
      }),
    );
    const samples = await compare(contenders, alone(setting));
    const of = (position: number) => samples[String(position)] ?? [];
    return {
      rows: [
        {
          id: 'growth-page',
          bench: 'growth-read',
          title: `growth: page at sequence ${count(last)} ÷ page at 1, latency`,
          floor: 'the first page of the same session',
          goal: { atMost: 1.3 },
          ...figure(ratios(of(last), of(1), ({ latency }) => latency[50])),
          note: `p50 ${p50(of(last)).toFixed(2)} ms against ${p50(of(1)).toFixed(2)} ms at one connection`,
        },
      ],
      curves: [
        {
          id: 'growth-page',
          title: 'Latency of a page of 100 events by its position in the session, SQLite',
          x: { label: 'sequence', log: true },
          y: { label: 'p50, ms', from: 0 },
          series: [
            {
              name: 'Debrief',
              points: positions.map((position): [number, number] => [position, p50(of(position))]),
            },
          ],
        },
      ],
    };
  } finally {
    await subject.stop();
  }
}

async function lists(setting: Setting): Promise<Result> {
  const sizes = setting.quick ? [100, 1000] : [1000, 10_000, 100_000];
  const subjects: Subject[] = [];
  try {
    const contenders: Record<string, Contender> = {};
    for (const size of sizes) {
      const subject = await startSubject('sqlite');
      subjects.push(subject);
      const paths = filteredPaths(await withSessions(subject, size));
      contenders[size] = { server: subject, plan: readPlan(subject, paths) };
    }
    const samples = await compare(contenders, alone(setting));
    const [small, large] = [sizes[0] as number, sizes.at(-1) as number];
    const of = (size: number) => samples[size] ?? [];
    return {
      rows: [
        {
          id: 'growth-list',
          bench: 'growth-read',
          title: `growth: list at ${count(large)} sessions ÷ list at ${count(small)}, latency`,
          floor: 'the same list with few sessions stored',
          goal: { atMost: 1.3 },
          ...figure(ratios(of(large), of(small), ({ latency }) => latency[50])),
          note: `p50 ${p50(of(large)).toFixed(2)} ms against ${p50(of(small)).toFixed(2)} ms at one connection, filters mixed; p99 ${median(of(large).map(({ latency }) => latency[99])).toFixed(2)} ms against ${median(of(small).map(({ latency }) => latency[99])).toFixed(2)} ms`,
        },
      ],
      curves: [
        {
          id: 'growth-list',
          title: 'Latency of a list of 50 sessions with filters, SQLite',
          x: { label: 'sessions stored', log: true },
          y: { label: 'ms', from: 0 },
          series: ([50, 99] as const).map((share) => ({
            name: `p${share}`,
            points: sizes.map((size): [number, number] => [
              size,
              median(of(size).map(({ latency }) => latency[share])),
            ]),
          })),
        },
      ],
    };
  } finally {
    for (const subject of subjects) await subject.stop();
  }
}

export const growthRead: Bench = {
  name: 'growth-read',
  summary: 'a page far into a session, a list of many sessions, SQLite',
  async run(setting) {
    const [page, list] = [await pages(setting), await lists(setting)];
    return {
      rows: [...page.rows, ...list.rows],
      curves: [...(page.curves ?? []), ...(list.curves ?? [])],
    };
  },
};
