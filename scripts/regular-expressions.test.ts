import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { LENGTH } from './regular-expressions/attack.ts';
import { composedBy, type Found, regularExpressionsOf } from './regular-expressions/collect.ts';
import type { Verdict } from './regular-expressions/thread.ts';

/**
 * No regular expression of the product may be slow, whatever text it meets: everything a server or a recorder reads is
 * hostile. A new one that fails here needs pieces that cannot match the same character at the same place, a bound on
 * its repetitions, or a loop instead.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
/** Processor time on one text; a linear pattern needs less than a tenth of it. */
const ENOUGH_MS = 100;
/** Real time on one text, after which the thread is ended. On a busy machine it may wait for seconds by itself. */
const HANGS_MS = 10_000;

const isCode = (file: string) =>
  /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file);

class Bench {
  readonly #progress = new Int32Array(new SharedArrayBuffer(4));
  #worker: Worker | undefined;

  /** The slowest text of one pattern; undefined when it hung and its thread had to be ended. */
  async slowest(found: Found, hangsMs = HANGS_MS): Promise<Verdict | undefined> {
    this.#worker ??= new Worker(new URL('./regular-expressions/thread.ts', import.meta.url), {
      workerData: this.#progress.buffer,
    });
    const worker = this.#worker;
    let clock: NodeJS.Timeout | undefined;
    const hung = new Promise<undefined>((resolve) => {
      let seen = -1;
      clock = setInterval(() => {
        if (seen === this.#progress[0]) resolve(undefined);
        seen = this.#progress[0] as number;
      }, hangsMs);
    });
    const answered = new Promise<Verdict>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    worker.postMessage({ found, enough: ENOUGH_MS });
    const verdict = await Promise.race([answered, hung]);
    clearInterval(clock);
    for (const event of ['message', 'error']) worker.removeAllListeners(event);
    if (!verdict) await this.close();
    return verdict;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }
}

describe('regular expressions', () => {
  const bench = new Bench();
  const literals: Found[] = [];
  const composed: string[] = [];
  let made: Found[] = [];

  before(async () => {
    const listed = execFileSync(
      'git',
      ['ls-files', '--cached', '--others', '--exclude-standard', 'packages'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    const files = listed.split('\n').filter(isCode);
    for (const file of files.filter((path) => existsSync(root + path))) {
      const of = regularExpressionsOf(root, file);
      literals.push(...of.found);
      composed.push(...of.composed);
    }
    const composing = new Set(composed.map((place) => place.slice(0, place.lastIndexOf(':'))));
    made = await composedBy(root, ['packages/redaction/src/index.ts', ...composing]);
  });
  after(() => bench.close());

  it('are found in the sources, and the test knows a bad one', { timeout: 60_000 }, async () => {
    assert.ok(literals.length > 250, `${literals.length} found`);
    const before = String.raw`^[^A-Za-z0-9]*[A-Za-z]+(?:[-_.:/@\\]+[A-Za-z]*)*\d{0,4}[^A-Za-z0-9]*$`;
    assert.equal(await bench.slowest({ place: '', source: before, flags: '' }, 1_500), undefined, before);
    const quadratic = await bench.slowest({ place: '', source: String.raw`\n*\[A\]\s*$`, flags: '' });
    assert.ok(!quadratic || quadratic.ms > ENOUGH_MS, JSON.stringify(quadratic));
  });

  it('are composed of constants where they are composed, while the file is loaded', () => {
    // Composed later, of what is known only then, no test could run it: compare without a pattern instead.
    const seen = new Set(made.map(({ place }) => place));
    assert.deepEqual(
      composed.filter((place) => !seen.has(place)),
      [],
    );
  });

  it(`need no longer than ${ENOUGH_MS} ms for ${LENGTH} characters made against them`, async (t) => {
    const distinct = new Map(
      [...literals, ...made].map((found) => [`/${found.source}/${found.flags}`, found]),
    );
    const slow: string[] = [];
    let worst = { ms: 0, text: '', place: '' };
    for (const found of distinct.values()) {
      const verdict = await bench.slowest(found);
      if (verdict && verdict.ms > worst.ms) worst = { ...verdict, place: found.place };
      if (verdict && verdict.ms <= ENOUGH_MS) continue;
      const how = verdict ? `${Math.round(verdict.ms)} ms for ${verdict.text}` : 'hangs';
      slow.push(`${found.place} /${found.source.slice(0, 200)}/${found.flags}: ${how}`);
    }
    t.diagnostic(`${distinct.size} patterns; the slowest is ${JSON.stringify(worst)}`);
    assert.deepEqual(slow, []);
  });
});
