import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import type { ChainAnchor, ChainHead } from '../domain/chain/ports.ts';

/**
 * The last entry of the chain, kept beside the server key: who has the database alone can take entries off the end of
 * the chain, and this tells.
 */
export interface Anchor {
  head?: Pick<ChainHead, 'number' | 'digest'>;
  /** Backups that took the place of the database, and the entries that went with it. */
  restored: { at: number; head?: Pick<ChainHead, 'number' | 'digest'> }[];
}

const pathOf = (dataDir: string): string => join(dataDir, 'chain.json');

/** Undefined where there is none. */
export function readAnchor(dataDir: string): Anchor | undefined {
  let text: string;
  try {
    text = readFileSync(pathOf(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return JSON.parse(text) as Anchor;
}

function writeAnchor(dataDir: string, anchor: Anchor): void {
  const path = pathOf(dataDir);
  // With PostgreSQL and SERVER_KEY nothing else is kept there.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, `${JSON.stringify(anchor)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** A backup takes the place of the database: what it does not have is not missed, and `verify` says so. */
export function noteRestore(dataDir: string): void {
  const anchor = readAnchor(dataDir);
  if (!anchor) return;
  const { head, restored } = anchor;
  writeAnchor(dataDir, { restored: [...restored, { at: Date.now(), ...(head && { head }) }] });
}

const day = 86_400_000;

/** Says the head once a day in the log, too: where logs go, it can be compared later. */
export function fileAnchor(dataDir: string, log: Pick<Logger, 'info'>): ChainAnchor {
  let said = 0;
  return {
    read: async () => readAnchor(dataDir)?.head,
    async write({ number, digest, at }) {
      const before = readAnchor(dataDir);
      if (before?.head?.digest === digest) return;
      writeAnchor(dataDir, { head: { number, digest }, restored: before?.restored ?? [] });
      if (Math.floor(at / day) === said) return;
      said = Math.floor(at / day);
      log.info({ number, digest }, 'head of the chain');
    },
  };
}
