import { parentPort, workerData } from 'node:worker_threads';
import { call } from './answer.ts';
import { pause } from './fault.ts';

/** Somebody who appends, lists and reads, one after the other, on a thread of its own: what else a run does must not be measured. */

export interface BystanderStart {
  url: string;
  secret: string;
  token: string;
  sessionId: string;
}

export type BystanderOrder = 'begin' | 'end';

export interface Times {
  append: number[];
  list: number[];
  read: number[];
  wrong: string[];
}

const { url, secret, token, sessionId } = workerData as BystanderStart;
const me = '/v1/organizations/me';
const requests = {
  append: {
    path: `/v1/sessions/${sessionId}/events`,
    credential: secret,
    body: {
      events: [{ eventType: 'x', payload: { type: 'user', message: { role: 'user', content: 'hi' } } }],
    },
  },
  list: { path: `${me}/sessions?limit=20`, credential: token },
  read: { path: `${me}/sessions/${sessionId}/transcript?limit=20`, credential: token },
};

let isMeasuring = false;
let round: Promise<Times> | undefined;

async function measure(): Promise<Times> {
  const times: Times = { append: [], list: [], read: [], wrong: [] };
  while (isMeasuring) {
    for (const name of ['append', 'list', 'read'] as const) {
      const { status, milliseconds } = await call(url, requests[name]);
      times[name].push(milliseconds);
      if (status >= 300) times.wrong.push(`${name} ${status}`);
    }
    await pause(5);
  }
  return times;
}

parentPort?.on('message', async (order: BystanderOrder) => {
  isMeasuring = order === 'begin';
  if (isMeasuring) round = measure();
  else parentPort?.postMessage(await round);
});
