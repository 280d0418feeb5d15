import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram, type Metric, Registry } from 'prom-client';
import { RequestDurations } from './request-durations.ts';

/** The lines of a metric, each with its labels in one order. */
async function linesOf(metric: unknown): Promise<string[]> {
  const registry = new Registry();
  registry.registerMetric(metric as Metric);
  const text = await registry.metrics();
  const sorted = (labels: string): string => `{${labels.slice(1, -1).split(',').sort().join(',')}}`;
  return text.split('\n').map((line) => line.replace(/\{.*\}/, sorted));
}

test('says what a histogram of prom-client says', async () => {
  const ours = new RequestDurations();
  const theirs = new Histogram({
    name: ours.name,
    help: ours.help,
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [],
  });
  const answers: [route: string, method: string, status: number][] = [
    ['/v1/sessions', 'GET', 200],
    ['/v1/sessions', 'GET', 404],
    ['/v1/sessions', 'POST', 200],
    ['/health', 'GET', 200],
  ];
  // At a bound, below and above one, below and above them all.
  for (const seconds of [0, 0.001, 0.002, 0.0021, 0.025, 0.3, 10, 10.5, 3600]) {
    for (const [route, method, status] of answers) {
      ours.observe(route, method, status, seconds);
      theirs.observe({ route, method, status }, seconds);
      if (status === 404) break;
    }
  }
  assert.deepEqual(await linesOf(ours), await linesOf(theirs));
});

test('says nothing of routes that nobody asked for', async () => {
  assert.equal(
    (await linesOf(new RequestDurations())).filter((line) => line && !line.startsWith('#')).length,
    0,
  );
});
