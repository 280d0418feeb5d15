import type { Runner } from '../runner.ts';
import { builds } from './build.ts';
import { compiled } from './compiled.ts';
import { javascript } from './javascript.ts';
import { linters } from './lint.ts';
import { managed } from './managed.ts';
import { python } from './python.ts';
import { taskRunners } from './tasks.ts';
import { typeCheckers } from './type-checkers.ts';

/** Every runner that is known by its output. */
export const knownRunners: readonly Runner[] = [
  ...javascript,
  ...python,
  ...compiled,
  ...managed,
  ...linters,
  ...typeCheckers,
  ...builds,
  ...taskRunners,
];
