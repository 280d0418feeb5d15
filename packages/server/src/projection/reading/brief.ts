import { packItems, type StoredPage } from './page.ts';

/** The brief of a session as a page of its own: it is written, removed and rebuilt with the transcript. */
export const briefPage = (text: string, to: number): StoredPage => ({
  kind: 'brief',
  lane: 0,
  page: 0,
  count: 1,
  firstSequence: 0,
  lastSequence: 0,
  changedTo: to,
  retractedTo: 0,
  skeleton: null,
  body: packItems([text]),
});
