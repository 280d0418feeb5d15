import type { Bench, Curve, Row, Setting } from '../bench.ts';
import { proseBodies } from '../body.ts';
import { compare, describe, ratios } from '../compare.ts';
import { fillEvents } from '../fill.ts';
import { fillStatistics } from '../fill-statistics.ts';
import { ingestPlan } from '../load/plans.ts';
import { figure } from '../statistic.ts';
import { startSubject } from '../subject.ts';

const sizes = ({ full, quick }: Setting): number[] =>
  full ? [1e6, 2e6, 5e6, 10e6, 20e6] : quick ? [5000] : [250_000, 1e6];

/** What is stored already is spread over sessions of 50 000 events, none of which is appended to. */
const eventsPerSession = 50_000;

export const growthIngest: Bench = {
  name: 'growth-ingest',
  summary: 'append with millions of events stored against append when empty, SQLite',
  async run(setting) {
    const empty = await startSubject('sqlite');
    const grown = await startSubject('sqlite');
    try {
      const bodies = proseBodies(50);
      const plans = {
        empty: ingestPlan(empty, await empty.openSessions(64), bodies),
        grown: ingestPlan(grown, await grown.openSessions(64), bodies),
      };
      const points: [number, number][] = [];
      let row: Row | undefined;
      let stored = 0;
      for (const size of sizes(setting)) {
        const sessions = await grown.openSessions(Math.ceil((size - stored) / eventsPerSession));
        await fillEvents(grown, { sessions, bodies, events: size - stored });
        await fillStatistics(grown);
        stored = size;
        const samples = await compare(
          { empty: { server: empty, plan: plans.empty }, grown: { server: grown, plan: plans.grown } },
          setting,
        );
        const measured = figure(ratios(samples.grown, samples.empty));
        points.push([size, measured.value]);
        row = {
          id: 'growth-ingest',
          bench: 'growth-ingest',
          title: `growth: ingest rate with ${size.toLocaleString('en-US')} events stored ÷ rate when empty`,
          floor: 'the same server, empty',
          goal: { atLeast: 0.9 },
          ...measured,
          note: `${describe(samples.grown, 50)} against ${describe(samples.empty, 50)}`,
        };
      }
      const curve: Curve = {
        id: 'growth-ingest',
        title: 'Ingest rate ÷ rate when empty, 50 events × 1 KB, SQLite',
        x: { label: 'events stored', log: true },
        y: { label: 'ratio', from: 0 },
        series: [{ name: 'Debrief', points }],
      };
      return { rows: row ? [row] : [], curves: [curve] };
    } finally {
      await empty.stop();
      await grown.stop();
    }
  },
};
