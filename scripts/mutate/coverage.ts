import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  scripts: Map<string, Script[]>;
}

export async function measure(
  folder: string,
  file: string,
  env: NodeJS.ProcessEnv,
  limitMs: number,
): Promise<MeasuredTest> {
  const reports = mkdtempSync(join(tmpdir(), 'debrief-coverage-'));
  try {
    const begun = performance.now();
    // Code from the compile cache is reported less exactly.
    const measured = { ...env, NODE_V8_COVERAGE: reports, NODE_DISABLE_COMPILE_CACHE: '1' };
    const outcome = await runTestFile({ folder, file, env: measured, limitMs });
    return { file, outcome, durationMs: performance.now() - begun, scripts: scriptsOf(reports, folder) };
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

function scriptsOf(reports: string, folder: string): Map<string, Script[]> {
  const scripts = new Map<string, Script[]>();
  const prefix = `${folder}/`;
  for (const name of readdirSync(reports)) {
    const report = JSON.parse(readFileSync(join(reports, name), 'utf8')) as {
      result?: { url: string; functions: { ranges: Range[] }[] }[];
    };
    for (const { url, functions } of report.result ?? []) {
      const path = url.startsWith('file:') ? fileURLToPath(url) : '';
      if (!path.startsWith(prefix) || path.includes('node_modules')) continue;
      const file = path.slice(prefix.length);
      const script = functions.flatMap(({ ranges }) => ranges);
      scripts.set(file, [...(scripts.get(file) ?? []), script]);
    }
  }
  return scripts;
}

/** Whether the test ran the place, in any of its processes and threads. */
export function runs({ scripts }: Pick<MeasuredTest, 'scripts'>, file: string, at: number): boolean {
  return (scripts.get(file) ?? []).some((script) => {
    let innermost: Range | undefined;
    for (const range of script) {
      if (range.startOffset > at || range.endOffset <= at) continue;
      const size = range.endOffset - range.startOffset;
      if (!innermost || size <= innermost.endOffset - innermost.startOffset) innermost = range;
    }
    return innermost !== undefined && innermost.count > 0;
  });
}
