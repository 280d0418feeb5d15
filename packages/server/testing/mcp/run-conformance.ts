import { conformance, next, release } from './conformance.ts';

const runs: [string, ...string[]][] = [
  [release, '--suite', 'active'],
  [next, '--suite', 'active'],
  [next, '--requirements', '2026-07-28'],
];
const found = await conformance(runs);
let faults = 0;
for (const [index, verdicts] of found.entries()) {
  console.log(`\n${(runs[index] ?? []).join(' ')}`);
  for (const { scenario, passed, faults: failed, notApplicable } of verdicts) {
    const note = notApplicable === undefined ? '' : ` — does not apply: ${notApplicable}`;
    console.log(
      `${failed.length > 0 ? '✗' : notApplicable ? '–' : '✓'} ${scenario}: ${passed} passed${note}`,
    );
    for (const fault of failed) console.log(`    ${fault}`);
    faults += failed.length;
  }
  if (verdicts.length === 0) faults++;
}
console.log(faults === 0 ? '\nEvery scenario that applies passes.' : `\n${faults} faults.`);
process.exit(faults === 0 ? 0 : 1);
