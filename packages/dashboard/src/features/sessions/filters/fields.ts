import type { SessionsSearch } from '../sessions-search.ts';

/** Something that sessions are filtered by: how it is called, and how it is typed. */
export interface FilterField {
  field: keyof SessionsSearch;
  /** On its chip. */
  name: string;
  /** Before the colon; the first one is suggested. */
  typed: readonly string[];
  /** What it leaves, for somebody who chooses one. */
  meaning: string;
  /** One value at a time. */
  isSingle?: boolean;
  /** Any text is a value. */
  isFree?: boolean;
}

/** In the order they are offered. A further one is its line here, its choices in `use-choices.ts`, and `list-query.ts`. */
export const filterFields: readonly FilterField[] = [
  { field: 'author', name: 'Author', typed: ['author', 'by'], meaning: 'Whose sessions' },
  { field: 'repo', name: 'Repository', typed: ['repo', 'repository', 'in'], meaning: 'Where they ran' },
  { field: 'agent', name: 'Agent', typed: ['agent', 'with'], meaning: 'Which coding agent' },
  { field: 'outcome', name: 'Outcome', typed: ['outcome', 'ended'], meaning: 'How they ended' },
  { field: 'rule', name: 'Finding', typed: ['finding', 'rule'], meaning: 'What was found in them' },
  {
    field: 'severity',
    name: 'Severity',
    typed: ['severity', 'risk'],
    meaning: 'How severe the worst finding is',
    isSingle: true,
  },
  { field: 'review', name: 'Review', typed: ['review'], meaning: 'Where the review stands' },
  { field: 'label', name: 'Label', typed: ['label', 'tag'], meaning: 'A word of the team on them' },
  {
    field: 'file',
    name: 'Changed file',
    typed: ['file', 'changed', 'path'],
    meaning: 'A file they changed, by its name or the end of its path',
    isFree: true,
  },
  { field: 'has', name: 'Has', typed: ['has'], meaning: 'Failures, denials or edits' },
  {
    field: 'since',
    name: 'Started',
    typed: ['since', 'time', 'started'],
    meaning: 'How long ago at most',
    isSingle: true,
  },
  {
    field: 'between',
    name: 'Between',
    typed: ['between'],
    meaning: 'Two days, as 2026-05-04..2026-05-11, the second not among them',
    isSingle: true,
    isFree: true,
  },
  { field: 'status', name: 'Status', typed: ['status', 'state'], meaning: 'Open, completed or failed' },
  { field: 'environment', name: 'Machine', typed: ['machine', 'environment'], meaning: 'On which machine' },
  {
    field: 'kind',
    name: 'Captured with',
    typed: ['secret', 'kind'],
    meaning: 'Also samples and what was sent with a test secret',
    isSingle: true,
  },
];

export const fieldNamed = (typed: string): FilterField | undefined =>
  filterFields.find((one) => one.typed.includes(typed.toLowerCase()));
