import type { Bench, Curve } from '../bench.ts';
import { proseBodies } from '../body.ts';
import { compare, cpuRatio, ratios } from '../compare.ts';
import { floor } from '../floor.ts';
import { ingestPlan } from '../load/plans.ts';
import { median } from '../statistic.ts';
import { startSubject } from '../subject.ts';

const sizes = [1, 5, 20, 50];

export const batchSize: Bench = {
  name: 'batch-size',
  summary: 'the curve between one event and fifty a request, SQLite',
  async run(setting) {
    const subject = await startSubject('sqlite');
    try {
      const sessions = await subject.openSessions(64);
      const [byClock, byCpu]: [[number, number][], [number, number][]] = [[], []];
      for (const size of setting.quick ? [1, 50] : sizes) {
        const plan = ingestPlan(subject, sessions, proseBodies(size));
        const samples = await compare(
          { floor: { server: await floor(), plan }, subject: { server: subject, plan } },
          { ...setting, rounds: 1, seconds: Math.min(2, setting.seconds) },
        );
        byClock.push([size, median(ratios(samples.subject, samples.floor))]);
        const cpu = cpuRatio(samples.subject, samples.floor);
        if (cpu !== undefined) byCpu.push([size, cpu]);
      }
      const curve: Curve = {
        id: 'batch-size',
        title: 'Ingest ÷ bare Fastify by events a request, SQLite',
        x: { label: 'events of 1 KB a request', log: true },
        y: { label: 'ratio', from: 0 },
        series: [
          { name: 'by the clock', points: byClock },
          ...(byCpu.length > 0 ? [{ name: 'by CPU of the main thread', points: byCpu }] : []),
        ],
      };
      return { rows: [], curves: [curve] };
    } finally {
      await subject.stop();
    }
  },
};
