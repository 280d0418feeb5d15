import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Executor } from '../../worker/executor.ts';

/** Costly work: how much of it waits, for how long, and what had to be refused or ended (docs/operations.md). */
export function observeExecutor(registry: Registry, executor: Executor): void {
  const registers = [registry];
  new Gauge({
    name: 'debrief_executor_waiting',
    help: 'Costly tasks that wait for their turn.',
    registers,
    collect() {
      this.set(executor.waiting);
    },
  });
  new Gauge({
    name: 'debrief_executor_running',
    help: 'Costly tasks that run.',
    registers,
    collect() {
      this.set(executor.running);
    },
  });
  const waits = new Histogram({
    name: 'debrief_executor_wait_seconds',
    help: 'How long costly tasks waited for their turn.',
    buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers,
  });
  const refused = new Counter({
    name: 'debrief_executor_refused_total',
    help: 'Costly tasks that were refused: their organization had more than its share waiting, or all had.',
    registers,
  });
  const ended = new Counter({
    name: 'debrief_executor_ended_total',
    help: 'Costly tasks that were ended because they took more time or memory than one may have.',
    labelNames: ['budget'],
    registers,
  });
  for (const budget of ['time', 'memory']) ended.labels(budget).inc(0);
  executor.observer = {
    waited: (seconds) => waits.observe(seconds),
    refused: () => refused.inc(),
    ended: (budget) => ended.labels(budget).inc(),
  };
}
