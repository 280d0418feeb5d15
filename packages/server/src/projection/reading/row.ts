import { type PageKind, pageKinds, type StoredPage } from './page.ts';

/** Columns of `pages` as both engines name them in an answer. */
export const pageColumns = `kind, lane, page, count, first_sequence as "firstSequence",
  last_sequence as "lastSequence", changed_to as "changedTo", retracted_to as "retractedTo"`;

export type PageRow = Omit<StoredPage, 'kind'> & { kind: number };

const kinds = Object.keys(pageKinds) as PageKind[];

export const pageOf = (row: PageRow): StoredPage => ({ ...row, kind: kinds[row.kind] as PageKind });

/** The values of a page in the order of the table's columns. */
export const pageValues = (sessionId: string, page: StoredPage) =>
  [
    sessionId,
    pageKinds[page.kind],
    page.lane,
    page.page,
    page.count,
    page.firstSequence,
    page.lastSequence,
    page.changedTo,
    page.retractedTo,
    page.skeleton,
    page.body,
  ] as const;
