import { DebriefError } from '@debrief/contract';
import { isId } from '../../id.ts';
import { oneLine } from '../../text.ts';

/** No answer the recorder waits for is longer than a few KB. */
export const maxAnswerBytes = 1024 * 1024;
/** A server may ask to be left alone, but not for days. */
const maxRetryAfterSeconds = 3600;
const maxMessageLength = 300;

/** The server answered something that Debrief's server never answers: another program, or a hostile one. */
export class UnexpectedAnswer extends Error {
  constructor(what: string) {
    super(`The server's answer is not one of a Debrief server: ${what}.`);
    this.name = 'UnexpectedAnswer';
  }
}

/** The id, if it is one of this kind. */
export function checkedId(kind: 'environment' | 'installation' | 'session', value: unknown): string {
  if (isId(kind, value)) return value;
  throw new UnexpectedAnswer(`it holds no ${kind} id`);
}

/** The code of a claim, which becomes part of an address. */
export function checkedCode(value: unknown): string {
  if (typeof value === 'string' && /^[0-9A-Z]{4}-[0-9A-Z]{4}$/.test(value)) return value;
  throw new UnexpectedAnswer('it holds no code of a claim');
}

/** A machine's own key, which becomes a header and the content of a file. */
export function checkedKey(value: unknown): string {
  if (typeof value === 'string' && /^mk_(?:live|test)_[0-9A-Za-z]{38}$/.test(value)) return value;
  throw new UnexpectedAnswer("it holds no machine's key");
}

/** A version as it may be shown, and be part of a command that people copy. */
export const checkedVersion = (value: unknown): string =>
  typeof value === 'string' && /^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$/.test(value) ? value : 'unknown';

/** The server took the batch only if it says that it took as many events as were sent. */
export function checkAppended(answer: unknown, events: number): void {
  const accepted = (answer as { accepted?: unknown } | null)?.accepted;
  if (accepted !== events) throw new UnexpectedAnswer(`it does not confirm ${events} events`);
}

/** A refusal whose sentence is safe to print and whose wait is bounded; any other error as it is. */
export function checkedError(error: unknown): unknown {
  if (!(error instanceof DebriefError)) return error;
  const { code, message, retryAfter, isDeleted } = error;
  const wait = retryAfter === undefined ? {} : { retryAfter: Math.min(retryAfter, maxRetryAfterSeconds) };
  return new DebriefError(code, oneLine(message, maxMessageLength), { ...wait, isDeleted });
}
