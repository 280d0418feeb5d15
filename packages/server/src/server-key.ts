import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The keys derived from the server key, one for each use. */
export interface ServerKeys {
  pepper: KeyObject;
  identityProvider: Buffer;
  /** Stored beside the data: tells whether this is the key the data was written with. */
  check: string;
}

const derive = (key: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `debrief ${use}`, 32));

export const serverKeys = (key: Buffer): ServerKeys => ({
  pepper: createSecretKey(derive(key, 'pepper')),
  identityProvider: derive(key, 'identity provider'),
  check: createHmac('sha256', derive(key, 'check')).update('debrief').digest('hex'),
});

/** The configured key, or the one in the data directory, made on the first start and readable by its owner only. */
export function loadServerKey(configured: Buffer | undefined, dataDir: string): Buffer {
  if (configured) return configured;
  const path = join(dataDir, 'server.key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== 32) {
    throw new BadServerKey(
      `${path} does not hold a server key: put the one there that was kept with the backups, or set SERVER_KEY.`,
    );
  }
  return key;
}

export class BadServerKey extends Error {}
