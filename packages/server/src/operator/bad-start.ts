import { dirname } from 'node:path';
import type { Config } from '../config.ts';
import { ConfigError } from '../config.ts';
import { AlreadyServed } from '../data-directory.ts';
import { BadServerKey } from '../server-key.ts';
import { UnfitDatabase } from '../store/database.ts';
import { UsageError } from './usage-error.ts';

/** Nothing is wrong with the server, but it cannot start like this; the message says what to do, in one sentence. */
export class StartRefused extends Error {}

/** What is wrong with the way it was started, not with the place where it runs. */
const isExpected = (error: unknown): error is Error =>
  [ConfigError, UsageError, AlreadyServed, BadServerKey, UnfitDatabase, StartRefused].some(
    (kind) => error instanceof kind,
  );

export interface BadStart {
  sentence: string;
  exitCode: number;
}

/** A start that came to nothing, in one sentence that says what to do; undefined for what nobody has foreseen. */
export function badStart(error: unknown, config: Config | undefined): BadStart | undefined {
  if (isExpected(error)) return { sentence: error.message, exitCode: 2 };
  for (let cause: unknown = error; cause instanceof Error; cause = causeOf(cause)) {
    const sentence = config && sentenceOf(cause, config);
    if (sentence) return { sentence, exitCode: 1 };
  }
  return undefined;
}

/** Of what took too long nothing but words is known. */
const causeOf = ({ cause }: Error): unknown => (typeof cause === 'string' ? new Error(cause) : cause);

interface Coded extends Error {
  code?: string;
  errcode?: number;
  syscall?: string;
  path?: string;
}

function sentenceOf(error: Coded, config: Config): string | undefined {
  const { code, syscall } = error;
  if (syscall === 'listen') return listenSentence(code, config);
  if (config.database.engine === 'postgres') {
    const sentence = postgresSentence(error, config.database);
    if (sentence) return sentence;
  } else {
    const sentence = sqliteSentence(error, config.database.path);
    if (sentence) return sentence;
  }
  return fileSentence(error);
}

function listenSentence(code: string | undefined, { host, port }: Config): string | undefined {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken by another program: stop that one, or choose another port with PORT.`;
  if (code === 'EACCES')
    return `This user may not listen on port ${port}: choose one from 1024 up with PORT.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine: correct HOST.`;
  return undefined;
}

/** Where it is, without user and password. */
function placeOf({ url }: { url: string }): { at: string; name: string } {
  const { hostname, port, pathname } = new URL(url);
  return { at: `${hostname || 'localhost'}:${port || '5432'}`, name: decodeURIComponent(pathname.slice(1)) };
}

const away = /^(?:E(?:CONN|HOST|NET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN)|08|57P0|53)/;

/** `given`: what names the database. */
export function postgresSentence(
  { code = '', message, syscall }: Coded,
  database: { url: string },
  given = 'DATABASE_URL',
): string | undefined {
  const { at, name } = placeOf(database);
  if (code === '28P01' || code === '28000')
    return `PostgreSQL at ${at} refuses the user or the password: correct them in ${given}.`;
  if (code === '3D000')
    return `There is no database "${name}" on PostgreSQL at ${at}: create it, or correct ${given}.`;
  if (code === '42501')
    return `The user of ${given} may not make tables in "${name}" on PostgreSQL at ${at}: make it the owner of that database.`;
  const isAway =
    (away.test(code) && (syscall === undefined || /connect|getaddrinfo|read|write/.test(syscall))) ||
    /timeout|terminated|no answer in time/i.test(message);
  return isAway
    ? `PostgreSQL at ${at} does not answer (${code || 'no answer in time'}): start it, or correct ${given}.`
    : undefined;
}

/** Primary codes of SQLite: read-only, I/O error, corrupt, full, cannot open, not a database. */
function sqliteSentence({ errcode }: Coded, path: string): string | undefined {
  if (errcode === undefined) return undefined;
  switch (errcode & 0xff) {
    case 8:
    case 14:
      return notWritable(dirname(path), 'SQLite cannot open or write its file');
    case 10:
      return `The disk under ${dirname(path)} gives errors: look at the disk, then start again.`;
    case 13:
      return `The disk under ${dirname(path)} is full: make room, then start again.`;
    case 11:
    case 26:
      return `${path} is damaged or no database: restore a backup with "debrief-server restore FILE".`;
    default:
      return undefined;
  }
}

const notWritable = (path: string, why: string) =>
  `${path} cannot be written (${why}): give this user the right to write there, or choose another folder with DATA_DIR.`;

function fileSentence({ code = '', path }: Coded): string | undefined {
  if (path === undefined) return undefined;
  if (code === 'ENOSPC') return `The disk under ${path} is full: make room, then start again.`;
  return /^E(?:ACCES|PERM|ROFS|NOTDIR|EXIST|NOENT|ISDIR)$/.test(code) ? notWritable(path, code) : undefined;
}
