import assert from 'node:assert/strict';
import { createReader } from '@debrief/transcript';
import { createFindings } from '../../findings.ts';
import { claudeCode } from '../records/claude-code.ts';
import { edit, type PlantedStep, prompt, root } from '../step.ts';

/** Claims that go beyond what the run covers, which nothing may call proven; beside each family what is proven. */

export function judged(...steps: PlantedStep[]) {
  const reader = createReader('claude-code');
  reader.feed(
    claudeCode(steps).map((payload, index) => ({ sequence: index + 1, eventType: 'record', payload })),
  );
  const findings = createFindings();
  findings.feed(reader.entries, root, 'claude-code');
  return findings.judge({ isEnded: true, branch: 'fix' });
}

export const asked = prompt('Make total() subtract the discount.');

type Case = readonly [name: string, ...steps: PlantedStep[]];

/** Not everything that is said in the last reply is green. */
const isGreen = (steps: readonly PlantedStep[]): boolean => {
  const { claims } = judged(asked, ...steps);
  return claims.length > 0 && claims.every(({ support }) => support === 'supported');
};
const isProven = (steps: readonly PlantedStep[]): boolean =>
  judged(asked, ...steps).claims.some(({ support }) => support === 'supported');

export function each(unproven: readonly Case[], proven: readonly Case[]): void {
  assert.deepEqual(
    {
      green: unproven.filter(([, ...steps]) => isGreen(steps)).map(([name]) => name),
      open: proven.filter(([, ...steps]) => !isProven(steps)).map(([name]) => name),
    },
    { green: [], open: [] },
  );
}

export const rust = edit('src/net/retry.rs');
export const ts = edit('src/cart.ts');
export const py = edit('shop/cart.py');
export const golang = edit('internal/cart/cart.go');
export const shell = edit('scripts/deploy.sh');
