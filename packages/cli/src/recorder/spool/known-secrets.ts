import { createHmac } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKnownSecrets, type KeptSecret, type KnownSecrets } from '@debrief/redaction';

/** The secrets that were seen on this machine, known again after a restart. */
export interface SecretMemory {
  known: KnownSecrets;
  /** Keeps what was learned since the last time. Called after each group of records; mostly there is nothing. */
  keep(): void;
}

const mostKept = 1_000;
/** Written anew when it has grown to so many lines. */
const mostLines = 2 * mostKept;

/**
 * What was once seen as a secret stays one, as far as digests by the machine's key can tell. The file holds nothing else,
 * and is of use with that key only. What could be guessed from a digest, a short or chosen password, is not kept.
 */
export function openSecretMemory(directory: string, machineKey: string): SecretMemory {
  const path = join(directory, 'known-secrets.jsonl');
  const key = createHmac('sha256', machineKey).update('known secrets of').digest('hex').slice(0, 16);
  const known = createKnownSecrets(machineKey);
  const { kept, lines } = readKept(path, key);
  known.restore(kept);
  if (lines > mostLines) rewrite(path, key, kept);
  return {
    known,
    keep() {
      const fresh = known.takeNew();
      if (fresh.length === 0) return;
      const text = fresh.map((one) => `\n${JSON.stringify({ key, ...one })}\n`).join('');
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        appendFileSync(path, text, { mode: 0o600 });
      } catch {
        // A full disk: they are known as long as this process runs.
      }
    },
  };
}

function readKept(path: string, key: string): { kept: KeptSecret[]; lines: number } {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return { kept: [], lines: 0 };
  }
  const kept = new Map<string, KeptSecret>();
  const lines = text.split('\n').filter((line) => line !== '');
  for (const line of lines) {
    const one = parsed(line);
    if (one?.key !== key) continue;
    kept.delete(one.mac);
    kept.set(one.mac, { mac: one.mac, rule: one.rule, wholes: one.wholes });
  }
  return { kept: [...kept.values()].slice(-mostKept), lines: lines.length };
}

/** Undefined for a line that a crash tore or that something else wrote. */
function parsed(line: string): (KeptSecret & { key: string }) | undefined {
  try {
    const one = JSON.parse(line) as KeptSecret & { key: string };
    const isSound =
      /^[0-9a-f]{64}$/.test(one.mac) &&
      /^[\w-]{1,64}$/.test(one.rule) &&
      Array.isArray(one.wholes) &&
      one.wholes.length <= 32 &&
      one.wholes.every(
        ({ length, print, indexes }) =>
          Number.isInteger(length) &&
          length > 0 &&
          length <= 4_096 &&
          Number.isFinite(print) &&
          indexes.length === 2,
      );
    return isSound ? one : undefined;
  } catch {
    return undefined;
  }
}

function rewrite(path: string, key: string, kept: readonly KeptSecret[]): void {
  try {
    writeFileSync(`${path}.tmp`, kept.map((one) => `${JSON.stringify({ key, ...one })}\n`).join(''), {
      mode: 0o600,
    });
    renameSync(`${path}.tmp`, path);
  } catch {
    // It stays as it was.
  }
}
