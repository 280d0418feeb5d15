import type { Bench, Row } from '../bench.ts';
import { type Body, hasTranscripts, realBodies } from '../body.ts';
import { compare, cpuRatio, describe, describeCpu, ratios } from '../compare.ts';
import { floor } from '../floor.ts';
import { ingestPlan } from '../load/plans.ts';
import { figure, mean } from '../statistic.ts';
import { startSubject } from '../subject.ts';

const source = hasTranscripts ? 'real transcripts' : 'generated transcripts of the same shape';

const perRequest = (bodies: Body[]) => mean(bodies.map(({ events }) => events.length));

export const transcripts: Bench = {
  name: 'transcripts',
  summary: `append of ${source}, SQLite`,
  async run(setting) {
    const subject = await startSubject('sqlite');
    try {
      const bodies = realBodies();
      const plan = ingestPlan(subject, await subject.openSessions(64), bodies);
      const samples = await compare(
        { floor: { server: await floor(), plan }, subject: { server: subject, plan } },
        setting,
      );
      const cpu = cpuRatio(samples.subject, samples.floor);
      const events = perRequest(bodies);
      const kilobytes = mean(bodies.map(({ bytes }) => bytes.length)) / 1000;
      const row: Row = {
        id: 'ingest-transcripts',
        bench: 'transcripts',
        title: `ingest of ${source}, SQLite`,
        floor: 'bare Fastify, same bodies',
        goal: { atLeast: 0.75 },
        ...figure(ratios(samples.subject, samples.floor)),
        ...(cpu !== undefined && { cpu }),
        note: `${bodies.length} bodies of ${events.toFixed(0)} events and ${kilobytes.toFixed(0)} KB on average: ${describe(samples.subject, events)} against ${describe(samples.floor, events)}; ${describeCpu(samples.subject)}`,
      };
      return { rows: [row] };
    } finally {
      await subject.stop();
    }
  },
};
