import { DebriefError } from '@debrief/contract/error';
import { withDeadline } from '../../domain/deadline.ts';
import type { Patience } from './patience.ts';

/** PostgreSQL's classes and codes that mean "not now", not "never". */
const passing = /^(?:08|53|57P0|58|40001$|40P01$|55P03$|57014$|25P0[23]$)/;
const network = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);
/** Primary SQLite result codes: busy, locked, I/O error, full, cannot open, read-only. */
const sqlitePassing = new Set([5, 6, 10, 13, 14, 8]);

/** Whether the database could not do its work for now: down, restarting, full, overloaded. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number' && sqlitePassing.has(errcode & 0xff)) return true;
  if (typeof code === 'string' && (network.has(code) || passing.test(code))) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout/.test(
    error.message,
  );
}

export const unavailable = (cause: unknown) =>
  new DebriefError('service_unavailable', 'The database cannot be reached; try again shortly.', {
    cause,
    retryAfter: 2,
  });

/** What goes through many rows may take as long as a statement may; what the executor does has a time of its own. */
const unhurried = new Set([
  ...['list', 'all', 'delete', 'endedBefore', 'search'],
  ...['backtest', 'offered', 'checked', 'offeredChecks'],
]);

const inTime = <Result>(work: Promise<Result>, { milliseconds }: Patience): Promise<Result> =>
  withDeadline(work, milliseconds, () => unavailable('no answer in time'));

/** The same methods, with a passing fault of the database as `service_unavailable`; a remote one must also hurry. */
export function guarded<Methods extends object>(methods: Methods, patience: Patience | undefined): Methods {
  const entries = Object.entries(methods).map(([name, method]) => [
    name,
    typeof method !== 'function'
      ? method
      : async (...args: unknown[]) => {
          try {
            const work = method.apply(methods, args);
            return await (patience && !unhurried.has(name) ? inTime(work, patience) : work);
          } catch (error) {
            throw isUnavailable(error) ? unavailable(error) : error;
          }
        },
  ]);
  return Object.fromEntries(entries);
}
