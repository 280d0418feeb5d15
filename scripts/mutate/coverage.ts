import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Outcome, runTestFile } from './test-run.ts';

interface Range {
  startOffset: number;
  endOffset: number;
  count: number;
}

/** What one process ran of one file, as V8 reports it: the innermost range around a place says whether it was run. */
type Script = Range[];

/** A test file with what it ran and how long it took, without any change. */
export interface MeasuredTest {
  file: string;
  outcome: Outcome;
  durationMs: number;
  scripts: Record<string, Script[]>;
}

/**
 * What a test runs is the same until it or the code changes, so it is kept below `root`. The digest of the code is made
 * once; a test that passed is looked up by its own text beside it. Both are read from the copy in `folder`, because the
 * tree may be edited meanwhile.
 */
export function measurementCache(root: string, folder: string, sources: readonly string[]) {
  const digestOf = (texts: readonly string[]) => createHash('sha256').update(texts.join('\0')).digest('hex');
  const code = globSync('packages/**/*.ts', { cwd: folder, exclude: (name) => name === 'node_modules' })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();
  const codeDigest = digestOf([...sources, ...code.map((file) => readFileSync(join(folder, file), 'utf8'))]);
  const placeOf = (file: string) =>
    join(
      root,
      'node_modules/.cache/mutate',
      `${digestOf([codeDigest, file, readFileSync(join(folder, file), 'utf8')])}.json`,
    );
  return {
    find(file: string): MeasuredTest | undefined {
      const place = placeOf(file);
      return existsSync(place) ? (JSON.parse(readFileSync(place, 'utf8')) as MeasuredTest) : undefined;
    },
    keep(test: MeasuredTest): void {
      if (test.outcome !== 'passed') return;
      const place = placeOf(test.file);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, JSON.stringify(test));
    },
  };
}

export interface Measuring {
  folder: string;
  file: string;
  env: NodeJS.ProcessEnv;
  limitMs: number;
  /** The files of which it is asked what was run. */
  sources: readonly string[];
}

/** What the test does without any change. It has failed when it fails twice: a busy machine makes some fail now and then. */
export async function measure(measuring: Measuring): Promise<MeasuredTest> {
  const test = await measureOnce(measuring);
  return test.outcome === 'failed' ? measureOnce(measuring) : test;
}

async function measureOnce({ folder, file, env, limitMs, sources }: Measuring): Promise<MeasuredTest> {
  const reports = mkdtempSync(join(tmpdir(), 'debrief-coverage-'));
  try {
    const begun = performance.now();
    // Code from the compile cache is reported less exactly.
    const measured = { ...env, NODE_V8_COVERAGE: reports, NODE_DISABLE_COMPILE_CACHE: '1' };
    const outcome = await runTestFile({ folder, file, env: measured, limitMs });
    return {
      file,
      outcome,
      durationMs: performance.now() - begun,
      scripts: scriptsOf(reports, folder, sources),
    };
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

function scriptsOf(reports: string, folder: string, sources: readonly string[]): Record<string, Script[]> {
  const wanted = new Map(sources.map((file) => [join(folder, file), file]));
  const scripts: Record<string, Script[]> = {};
  for (const name of readdirSync(reports)) {
    const report = JSON.parse(readFileSync(join(reports, name), 'utf8')) as {
      result?: { url: string; functions: { ranges: Range[] }[] }[];
    };
    for (const { url, functions } of report.result ?? []) {
      const file = url.startsWith('file:') ? wanted.get(fileURLToPath(url)) : undefined;
      if (file === undefined) continue;
      scripts[file] ??= [];
      scripts[file].push(functions.flatMap(({ ranges }) => ranges));
    }
  }
  return scripts;
}

/** Whether the test ran the place, in any of its processes and threads. */
export function runs({ scripts }: Pick<MeasuredTest, 'scripts'>, file: string, at: number): boolean {
  return (scripts[file] ?? []).some((script) => {
    let innermost: Range | undefined;
    for (const range of script) {
      if (range.startOffset > at || range.endOffset <= at) continue;
      const size = range.endOffset - range.startOffset;
      if (!innermost || size <= innermost.endOffset - innermost.startOffset) innermost = range;
    }
    return innermost !== undefined && innermost.count > 0;
  });
}
