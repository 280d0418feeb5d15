import { DebriefError, type RouteName, routes } from '@debrief/contract';
import { readReport } from '../../domain/link/commit-facts.ts';
import { readGithubPull, readGitlabMerge } from '../../domain/link/delivery.ts';
import { ownMemory } from '../../worker/own-memory.ts';
import { readLargeBatch } from '../append/batch.ts';
import { type BodyAnswer, type BodyQuestion, maxBytes } from './body-reader.ts';
import { inflated } from './inflate.ts';
import { parseJson } from './json.ts';
import { bodyReader } from './validate.ts';

/** The thread's side of body-reader.ts: bytes in, what the route needs of them or what is wrong with them out. */

type Fields = Record<string, unknown>;

/** What goes back has to be flat: taking a million values over costs the other thread as much as reading them. */
const special: Partial<Record<RouteName, (bytes: Buffer) => unknown>> = {
  appendEvents(bytes) {
    const { lines, count, idempotencyKey } = readLargeBatch(bytes);
    const own = ownMemory(lines);
    return { lines: own ? new Uint8Array(own) : new Uint8Array(lines), count, idempotencyKey };
  },
  reportCommits: (bytes) => readReport(fieldsOf('reportCommits', bytes) as never),
  receiveGithub: (bytes) => readGithubPull(parseJson(bytes)),
  receiveGitlab: (bytes) => readGitlabMerge(parseJson(bytes)),
};

const checks = new Map<RouteName, (body: unknown) => Fields>();

function fieldsOf(route: RouteName, bytes: Buffer): Fields {
  const check = checks.get(route) ?? bodyReader(routes[route]);
  checks.set(route, check);
  return check(parseJson(bytes));
}

export function readAside({ route, bytes, isPacked }: BodyQuestion): BodyAnswer<unknown> {
  let size = bytes.length;
  try {
    const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const max = maxBytes(route);
    size = isPacked ? max : size;
    const plain = isPacked ? inflated(given, max) : given;
    size = plain.length;
    const read = (special[route] ?? ((body) => fieldsOf(route, body)))(plain);
    return { size, read };
  } catch (error) {
    if (!(error instanceof DebriefError)) throw error;
    return { size, fault: { code: error.code, message: error.message } };
  }
}
