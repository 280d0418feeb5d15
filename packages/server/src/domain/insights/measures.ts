/**
 * What Insights counts in a session, as columns of what the projection keeps. The projection writes them, the store sums
 * them up, the domain says what they are called outside.
 */

/** Families of findings, by their column. Rules that a team wrote itself have no family of ours. */
export const familyColumns = {
  losing: 'Losing things',
  controls: 'Getting around controls',
  truth: 'Tests and truth',
  secrets: 'Secrets, network, supply chain',
  nowhere: 'Getting nowhere',
  team: 'Rules of the team',
} as const;
export type FamilyColumn = keyof typeof familyColumns;

/** Up to so many hours until somebody judged a session; the last column has what took longer. */
export const waitedHours = [1, 4, 8, 24, 48, 72, 168] as const;
export const waitedColumns = [
  'waited_1',
  'waited_4',
  'waited_8',
  'waited_24',
  'waited_48',
  'waited_72',
  'waited_168',
  'waited_longer',
] as const;

/** Of the record, which every member sees (docs/privacy.md). */
export const recordMeasures = [
  'sessions',
  'tokens',
  'cost',
  // Sessions of which not everything has a price.
  'unpriced',
  'prompts',
  'refused',
  'edits',
  'active_ms',
  'found_losing',
  'found_controls',
  'found_truth',
  'found_secrets',
  'found_nowhere',
  'found_team',
  'confirmed',
  'set_aside',
  'loops',
] as const;

/** Of the content; counted only where everybody may read it. */
export const contentMeasures = [
  'reviewed',
  ...waitedColumns,
  'follow_ups',
  'open_threads',
  'supported',
  'edited_since',
  'unsupported',
  'contradicted',
  'other_claims',
  // Sessions that are over and changed something; of those: the ones whose last run of tests nothing was changed after.
  'coded',
  'tested',
  'red',
  'interrupted',
  'corrected',
  'compactions',
] as const;

export const measures = [...recordMeasures, ...contentMeasures] as const;
export type Measure = (typeof measures)[number];
export type Measures = Record<Measure, number>;

/** Those that say where the review stands: people change them without a new event. */
export const reviewMeasures = ['reviewed', ...waitedColumns, 'follow_ups', 'open_threads'] as const;

export const noMeasures = (): Measures => Object.fromEntries(measures.map((name) => [name, 0])) as Measures;
