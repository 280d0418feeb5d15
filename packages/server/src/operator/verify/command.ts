import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { loadServerKey, serverKeys } from '../../server-key.ts';
import { migrationsAppliedSql } from '../../store/chain/question.ts';
import { UsageError } from '../usage-error.ts';
import { openSource } from './source.ts';
import { type Verification, verifyChain } from './verify.ts';

/** Holds a database against what the service has signed, also without a server, and changes nothing. */
export async function verify(config: Config): Promise<Verification> {
  if (!config.serverKey && !existsSync(join(config.dataDir, 'server.key')))
    throw new UsageError(
      `There is no server.key in ${config.dataDir}, and without it no signature can be checked: bring it, or set SERVER_KEY.`,
    );
  const { pepper } = serverKeys(loadServerKey(config.serverKey, config.dataDir));
  const source = openSource(config);
  try {
    const applied = await source.rows<{ name: string }>(migrationsAppliedSql).catch(() => []);
    if (!applied.some(({ name }) => name.endsWith('-chain')))
      throw new UsageError(
        'Nothing of this database is sealed yet: start this version of the server on it once.',
      );
    return await verifyChain(config, source, pepper);
  } finally {
    await source.close();
  }
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
const iso = (at: number): string => new Date(at).toISOString();

/** The same in sentences. */
export function verificationLines(result: Verification): string[] {
  const { head, deleted, findings } = result;
  const removed = deleted.person + deleted.operator + deleted.retention;
  const lines = [
    `${result.database}`,
    `Checked ${plural(result.sessions, 'session')} with ${plural(result.events, 'event')} against ${plural(result.entries, 'signed entry').replace('entrys', 'entries')}${
      head ? `; the last is ${head.number}, ${head.digest}, of ${iso(head.at)}` : ''
    }.`,
    `Done by the service: ${plural(removed, 'session')} deleted (${deleted.person} by members, ${deleted.operator} by the operator, ${deleted.retention} by retention), ${plural(result.redactions, 'redaction')} in ${plural(result.redactedEvents, 'event')} that are still there.`,
  ];
  for (const { at, head: lost } of result.restored)
    lines.push(
      `A backup was restored at ${iso(at)}${lost ? `; the chain had come to entry ${lost.number} before` : ''}.`,
    );
  if (result.begunAt !== undefined)
    lines.push(
      `Sealed since ${iso(result.begunAt)}; what was done to older sessions before they were sealed cannot be told.`,
    );
  if (result.olderSessions > 0)
    lines.push(`Not sealed yet: ${plural(result.olderSessions, 'session')} from before that.`);
  if (result.unsealedEvents > 0)
    lines.push(
      `Not sealed yet: ${plural(result.unsealedEvents, 'event')} of ${plural(result.unsealedSessions, 'session')} that came a moment ago.`,
    );
  if (!result.hasAnchor)
    lines.push(
      'There is no chain.json in the data directory: whether entries were taken off the end of the chain cannot be told.',
    );
  lines.push(...result.underWay.map((what) => `Under way: ${what}.`));
  if (findings.length === 0) lines.push('Nothing was changed, removed, inserted or reordered.');
  else
    lines.push(
      `${plural(findings.length, 'thing')} ${findings.length === 1 ? 'does' : 'do'} not fit what was signed:`,
      ...findings.map(({ kind, text }) => `  ${kind.padEnd(10)} ${text}`),
    );
  return lines;
}
