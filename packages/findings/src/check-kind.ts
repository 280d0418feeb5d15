/** What a run checks. */
export type CheckKind = 'tests' | 'build' | 'lint' | 'types';
