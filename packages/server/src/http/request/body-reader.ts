import { DebriefError, type ErrorCode, limits, type Route, type RouteName, routes } from '@debrief/contract';
import type { Caller } from '../../domain/actor.ts';
import { type Executor, OverBudget } from '../../worker/executor.ts';
import { ownMemory } from '../../worker/own-memory.ts';
import type { BodyBytes } from '../limit/body-bytes.ts';
import { CheckedBody } from './checked-body.ts';
import { inflatedUpTo } from './inflate.ts';
import { parseJson } from './json.ts';

/** Above this the others would feel it if a body were read on this thread (R13). */
export const largeBody = 256 * 1024;

/** Read aside whatever their size: each of their bytes costs more than one of another body. */
const alwaysAside: ReadonlySet<RouteName> = new Set(['reportCommits']);

/** A body that goes to a thread; `body-task.ts` takes it there. */
export interface BodyQuestion {
  task: 'body';
  route: RouteName;
  bytes: Uint8Array<ArrayBuffer>;
  isPacked: boolean;
}

/** What comes back: how many bytes there were once unpacked, and what was read of them or what is wrong with them. */
export interface BodyAnswer<Read> {
  size: number;
  read?: Read;
  fault?: { code: ErrorCode; message: string };
}

export interface BodySource {
  /** Nobody: what only public routes have. */
  caller: Caller | undefined;
  isPacked: boolean;
  counted: BodyBytes | undefined;
}

/** Millions of values in a few megabytes, or texts made to keep a parser busy; nothing we are sent is like that. */
const tooMuch = (cause: unknown) =>
  new DebriefError('body_too_large', 'The body holds more values than can be taken apart.', { cause });

const nobody: Caller = { organizationId: '', person: '' };

/** Reads bodies: the usual ones here and now, large ones when it is their sender's turn on a thread. */
export class BodyReader {
  readonly #executor: Executor;

  constructor(executor: Executor) {
    this.#executor = executor;
  }

  /** The body of a route as JSON, or checked already. */
  async read(name: RouteName, bytes: Buffer, source: BodySource): Promise<unknown> {
    const plain = alwaysAside.has(name) ? undefined : await this.small(bytes, source);
    if (plain) return parseJson(plain);
    return new CheckedBody(await this.aside<Record<string, unknown>>(name, bytes, source));
  }

  /** The body unpacked, if it is small enough to be read here. */
  async small(bytes: Buffer, { isPacked, counted }: BodySource): Promise<Buffer | undefined> {
    if (!isPacked || bytes.length === 0) return bytes.length <= largeBody ? bytes : undefined;
    if (bytes.length > largeBody) return undefined;
    const plain = await inflatedUpTo(bytes, largeBody);
    if (plain) counted?.reach(plain.length);
    return plain;
  }

  /** What `body-task.ts` makes of the body. */
  async aside<Read>(route: RouteName, bytes: Buffer, source: BodySource): Promise<Read> {
    const { caller = nobody, isPacked, counted } = source;
    const size = bytes.length;
    // A copy of its own, unless it is one: what is handed over must not be shared with other requests.
    const own = ownMemory(bytes) ? (bytes as Buffer<ArrayBuffer>) : new Uint8Array(bytes);
    const question: BodyQuestion = { task: 'body', route, bytes: own, isPacked };
    try {
      const load = { bytes: size, transfer: own.buffer };
      const answer = await this.#executor.run<BodyAnswer<Read>>(caller, question, load);
      counted?.reach(answer.size);
      if (answer.fault) throw new DebriefError(answer.fault.code, answer.fault.message);
      return answer.read as Read;
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      if (isPacked) counted?.reach(maxBytes(route));
      throw tooMuch(error);
    }
  }
}

export const maxBytes = (name: RouteName): number => (routes[name] as Route).bodyLimit ?? limits.bodyBytes;
