import { observable } from '../../../observable.ts';
import type { SortColumn } from '../sessions-search.ts';

/** A column beside the session itself. */
export interface Column {
  id: ColumnId;
  name: string;
  align: 'left' | 'right';
  /** In rem. */
  width: number;
  sort?: SortColumn;
}

const ids = [
  ...(['findings', 'outcome', 'lines', 'active', 'cost', 'started'] as const),
  ...(['machine', 'events', 'tokens', 'errors'] as const),
] as const;
export type ColumnId = (typeof ids)[number];

/** In the order they stand. */
export const columns: readonly Column[] = [
  { id: 'findings', name: 'Findings', align: 'left', width: 15, sort: 'risk' },
  { id: 'outcome', name: 'Outcome', align: 'left', width: 9.25 },
  { id: 'machine', name: 'Machine', align: 'left', width: 8 },
  { id: 'events', name: 'Events', align: 'right', width: 4, sort: 'events' },
  { id: 'tokens', name: 'Tokens', align: 'right', width: 4, sort: 'tokens' },
  { id: 'errors', name: 'Errors', align: 'right', width: 3.5, sort: 'errors' },
  { id: 'lines', name: 'Lines', align: 'right', width: 6.25, sort: 'edits' },
  { id: 'active', name: 'Active', align: 'right', width: 4.5 },
  { id: 'cost', name: 'Cost', align: 'right', width: 4.25, sort: 'cost' },
  { id: 'started', name: 'Started', align: 'right', width: 5, sort: 'startedAt' },
];

const usual: readonly ColumnId[] = ['findings', 'outcome', 'lines', 'active', 'cost', 'started'];

/** What somebody chose, as it was kept; nonsense and columns that are gone are left out. */
export function readColumns(kept: string | null): ColumnId[] {
  if (kept === null) return [...usual];
  const named = kept.split(',');
  return columns.map(({ id }) => id).filter((id) => named.includes(id));
}

const key = 'debrief.columns';

/** The columns of this browser. */
export const chosenColumns = observable<readonly ColumnId[]>(readColumns(localStorage.getItem(key)));
chosenColumns.subscribe(() => localStorage.setItem(key, chosenColumns.get().join()));

export function toggleColumn(id: ColumnId): void {
  const now = chosenColumns.get();
  const wanted = columns
    .map((one) => one.id)
    .filter((one) => (one === id ? !now.includes(id) : now.includes(one)));
  chosenColumns.set(wanted);
}

export const shownColumns = (chosen: readonly ColumnId[]): readonly Column[] =>
  columns.filter(({ id }) => chosen.includes(id));

/** Of the session's own, in rem: enough for a title and where it ran. */
const leastTitle = 15.5;
const gap = 0.75;

/** The grid of a row, and how wide it is at least. */
export function gridOf(shown: readonly Column[]): { template: string; least: string } {
  const widths = shown.map(({ width }) => width);
  const sum = widths.reduce((total, width) => total + width + gap, leastTitle + 2);
  return {
    template: [`minmax(${leastTitle}rem, 1fr)`, ...widths.map((width) => `${width}rem`)].join(' '),
    least: `${sum}rem`,
  };
}
