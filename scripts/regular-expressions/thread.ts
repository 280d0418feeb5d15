import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { attacksOn, LENGTH } from './attack.ts';
import type { Found } from './collect.ts';

/** Runs one regular expression after the other against the texts made for it; ended from outside when it hangs. */

export interface Verdict {
  readonly ms: number;
  readonly text: string;
}

// Every pattern meets its first text compiled, as one that is in use does.
setFlagsFromString('--no-regexp-tier-up');

/** The first number counts the texts, so that whoever waits can tell a slow text from many quick ones. */
const progress = new Int32Array(workerData as SharedArrayBuffer);

/** The processor's time of this thread: whatever else the machine does must not count. */
function milliseconds(run: () => void): number {
  const begun = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}

/** Every match of the text. */
function match(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  for (let from = -1; pattern.exec(text); from = pattern.lastIndex) {
    // An empty match would be found at the same place for ever.
    if (pattern.lastIndex === from) pattern.lastIndex++;
  }
}

/** The least of a few runs: one may have paid for compiling or for collecting garbage. */
function least(pattern: RegExp, text: string, enough: number): number {
  let ms = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && ms > enough; run++)
    ms = Math.min(
      ms,
      milliseconds(() => match(pattern, text)),
    );
  return ms;
}

/** All texts in short; those that took longest are worth their full length. */
const SHORT = LENGTH / 20;
const LONG_ONES = 4;

const shown = (text: string) => `${JSON.stringify(text.slice(0, 60))} … ${JSON.stringify(text.slice(-8))}`;

/** The text it needs most time for, or the first that takes too long. */
function slowest({ source, flags }: Found, enough: number): Verdict {
  // Global ones meet the whole text, sticky ones are tried at many places of it: so is every one here.
  const pattern = new RegExp(source, `${flags.replace(/[gy]/g, '')}g`);
  const tried = [...attacksOn(source, flags)].map((attack) => {
    Atomics.add(progress, 0, 1);
    return { attack, ms: milliseconds(() => match(pattern, attack(SHORT))) };
  });
  let worst: Verdict = { ms: 0, text: '' };
  for (const { attack } of tried.sort((a, b) => b.ms - a.ms).slice(0, LONG_ONES)) {
    Atomics.add(progress, 0, 1);
    const text = attack(LENGTH);
    const ms = least(pattern, text, enough);
    if (ms > worst.ms) worst = { ms, text: shown(text) };
    // It is too slow already; how much slower it can be is not asked.
    if (ms > enough) break;
  }
  return worst;
}

parentPort?.on('message', ({ found, enough }: { found: Found; enough: number }) =>
  parentPort?.postMessage(slowest(found, enough)),
);
