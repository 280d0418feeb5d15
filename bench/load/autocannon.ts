import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Request, Result } from 'autocannon';
import autocannon from 'autocannon';
import type { Measured, Plan, PlannedRequest, Pressure } from './plan.ts';

/** autocannon, in a process of its own: where wrk is not installed. */

interface Order {
  url: string;
  plan: Omit<Plan, 'requests'> & { requests: PlannedRequest[] };
  pressure: Pressure & { prefix: string };
}

const self = fileURLToPath(import.meta.url);

export async function cannon(url: string, plan: Plan, pressure: Order['pressure']): Promise<Measured> {
  const child = fork(self, ['fire'], { serialization: 'advanced' });
  const answer = new Promise<Measured>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Measured));
    child.once('exit', (code) => reject(new Error(`autocannon ended with ${code} before it answered.`)));
  });
  child.send({ url, plan, pressure } satisfies Order);
  return answer;
}

async function fire({ url, plan, pressure }: Order): Promise<Measured> {
  let sent = 0;
  const next = (template: Request): Request => {
    const planned = plan.requests[sent % plan.requests.length];
    sent++;
    return {
      ...template,
      ...planned,
      headers: {
        ...plan.headers,
        ...(planned?.body && { 'Content-Type': 'application/json' }),
        ...(plan.keyed && { 'Idempotency-Key': `${pressure.prefix}${sent}` }),
      },
    };
  };
  const {
    '2xx': ok,
    non2xx,
    errors,
    duration,
    latency,
  }: Result = await autocannon({
    url,
    connections: pressure.connections,
    duration: Math.max(1, Math.round(pressure.seconds)),
    timeout: 30,
    requests: [{ setupRequest: next }],
  });
  return {
    requests: ok,
    failures: non2xx + errors,
    seconds: duration,
    latency: {
      50: latency.p50,
      75: latency.p75,
      90: latency.p90,
      // It keeps no 95: the next above is the strict reading.
      95: latency.p97_5,
      99: latency.p99,
      99.9: latency.p99_9,
    },
  };
}

if (process.argv[1] === self && process.argv[2] === 'fire') {
  process.once('message', async (order) => {
    process.send?.(await fire(order as Order), () => process.exit(0));
  });
}
