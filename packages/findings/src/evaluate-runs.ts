/**
 * Reads every output of a folder with an `index.jsonl` (see testing/runner-outputs.ts) as a session would show it, and
 * prints what was made of it, each miss, and the shares: `node packages/findings/src/evaluate-runs.ts FOLDER`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Read,
  type RunnerOutput,
  readOf,
  runnerOutputs,
  runsOfOutput,
} from './testing/runner-outputs.ts';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Which folder? node packages/findings/src/evaluate-runs.ts FOLDER');
  process.exit(1);
}

interface Judged extends RunnerOutput {
  read: Read;
  runs: string;
}

const judged: Judged[] = runnerOutputs(folder).map((output) => {
  const runs = runsOfOutput(output.command, readFileSync(join(folder, output.file), 'utf8'), output.exit);
  const told = runs.map(
    (run) => `${run.of} ${run.result} ${run.output}${run.suite === undefined ? '' : ` (${run.suite})`}`,
  );
  return { ...output, read: readOf(runs, output.kind), runs: told.join(', ') };
});

const truths = ['passed', 'failed', 'mixed', 'not_run'] as const;
const reads: Read[] = ['passed', 'failed', 'mixed', 'not_run', 'unknown', 'no run'];
const count = (some: readonly Judged[], read: Read) => some.filter((one) => one.read === read).length;

console.log(['truth', ...reads].map((word) => word.padEnd(14)).join(''));
for (const outcome of truths) {
  for (const complete of [true, false]) {
    const some = judged.filter((one) => one.outcome === outcome && one.complete === complete);
    if (some.length > 0)
      console.log(
        [`${outcome}${complete ? '' : ' cut'}`, ...reads.map((read) => String(count(some, read)))]
          .map((word) => word.padEnd(14))
          .join(''),
      );
  }
}

/** A failure in one of several runs is a failure; a cut output that shows a pass proves none. */
function isRight({ outcome, complete, read }: Judged): boolean {
  if (outcome === 'mixed') return read === 'mixed' || read === 'failed';
  if (outcome === 'not_run') return read === 'not_run' || read === 'unknown' || read === 'no run';
  if (outcome === 'passed' && !complete) return read === 'unknown';
  return read === outcome;
}

const share = (some: readonly Judged[]) => {
  const right = some.filter(isRight).length;
  return `${right} of ${some.length} (${((100 * right) / Math.max(1, some.length)).toFixed(1)} %)`;
};
const isFalseGreen = ({ outcome, read, complete }: Judged) =>
  read === 'passed' && (outcome !== 'passed' || !complete);

console.log(
  `\nwhole and passing, recognised: ${share(judged.filter(({ outcome, complete }) => outcome === 'passed' && complete))}`,
);
console.log(
  `failing (mixed included), recognised: ${share(judged.filter(({ outcome }) => outcome === 'failed' || outcome === 'mixed'))}`,
);
console.log(
  `failing and whole, recognised: ${share(judged.filter(({ outcome, complete }) => complete && (outcome === 'failed' || outcome === 'mixed')))}`,
);
console.log(
  `not run, called failed: ${judged.filter(({ outcome, read }) => outcome === 'not_run' && read === 'failed').length}`,
);
console.log(`called passed although failed, not run or cut: ${judged.filter(isFalseGreen).length}`);

console.log('\nMisses:');
for (const one of judged.filter((each) => !isRight(each)))
  console.log(
    `${one.file}: is ${one.outcome}${one.complete ? '' : ' (cut)'}, read as ${one.read}; exit ${one.exit}; \`${one.command}\`; ${one.runs || 'no run'}`,
  );
