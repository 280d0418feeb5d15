import { it } from 'node:test';
import { run, says } from '../step.ts';
import { each, ts } from './claim-table.ts';

it('of several checks in one sentence each needs its own', () => {
  const jest = run('npx jest', 'Tests:       40 passed, 40 total');
  each(
    [
      ['types besides', ts, jest, says('Tests and type check pass.')],
      ['lint besides', ts, jest, says('Tests pass and ESLint is clean.')],
      ['in brackets', ts, jest, says('Everything passes (tests, lint, types).')],
      [
        'a table',
        ts,
        jest,
        says('| Gate | Result |\n|---|---|\n| jest | ✅ 40 passed |\n| tsc | ✅ 0 errors |'),
      ],
      [
        'a bundler and types',
        ts,
        run('npx esbuild src/cart.ts --bundle', '⚡ Done in 38ms'),
        says('The bundle builds, and there are no TypeScript errors.'),
      ],
    ],
    [
      ['both ran', ts, jest, run('npx tsc --noEmit', ''), says('Tests and type check pass.')],
      [
        'a table',
        ts,
        jest,
        run('npx tsc --noEmit', ''),
        says('| Gate | Result |\n|---|---|\n| jest | ✅ 40 passed |\n| tsc | ✅ 0 errors |'),
      ],
    ],
  );
});
