import { Agent, request } from 'node:http';
import { errorStatus, isErrorCode } from '@debrief/contract';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  milliseconds: number;
}

export interface Call {
  method?: string;
  path: string;
  credential?: string;
  key?: string;
  body?: unknown;
  /** Gives up after this long, as a network error. */
  patience?: number;
  agent?: Agent;
}

const keptAlive = new Agent({ keepAlive: true, maxSockets: 512 });

/** One request over HTTP; throws when no whole answer comes back. */
export function call(base: string, options: Call): Promise<Answer> {
  const begun = performance.now();
  const content = options.body === undefined ? undefined : JSON.stringify(options.body);
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(options.path, base),
      {
        method: options.method ?? (content === undefined ? 'GET' : 'POST'),
        agent: options.agent ?? keptAlive,
        timeout: options.patience ?? 30_000,
        headers: {
          ...(options.credential && { authorization: `Bearer ${options.credential}` }),
          ...(options.key && { 'idempotency-key': options.key }),
          ...(content !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(content),
          }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          if (!response.complete) return reject(new Error('the answer was cut'));
          const answer = {
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
            milliseconds: performance.now() - begun,
          };
          judgeShape(answer);
          resolve(answer);
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end(content);
  });
}

/** R19: what is wrong with the shape of any error seen in this process. */
export const misshapen: string[] = [];
export const errorsSeen = new Map<string, number>();

export function judgeShape(answer: Pick<Answer, 'status' | 'headers' | 'body'>): void {
  if (answer.status < 400) return;
  const wrong = (why: string) => misshapen.push(`${answer.status} ${why}: ${answer.body.slice(0, 300)}`);
  let parsed: { error?: unknown; code?: unknown };
  try {
    parsed = JSON.parse(answer.body);
  } catch {
    return void wrong('is not JSON');
  }
  const { error, code } = parsed;
  errorsSeen.set(String(code), (errorsSeen.get(String(code)) ?? 0) + 1);
  if (Object.keys(parsed).sort().join() !== 'code,error') wrong('has other keys');
  if (!isErrorCode(code)) return void wrong('has a code outside the list');
  if (errorStatus[code] !== answer.status) wrong('has the status of another code');
  if (/\bat .+:\d+:\d+|select .+ from|\/(?:home|tmp|work)\/|ECONN|node_modules/i.test(String(error))) {
    wrong('tells of the inside');
  }
  if (answer.status === 503 && !/^\d+$/.test(String(answer.headers['retry-after'])))
    wrong('lacks Retry-After');
}
