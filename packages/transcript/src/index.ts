export { supportedAgents } from './agents.ts';
export { asksNobody } from './calls/permission-mode.ts';
export { pathOf } from './calls/tool.ts';
export { type FileAt, fileAt, type ShownHunk } from './changes/file-at.ts';
export { type FileEdit, type FileHistory, type FileSight, fileHistories } from './changes/history.ts';
export { type FileStep, type NetChange, type NetDoubt, netChange } from './changes/net.ts';
export { netOfEdits, type WholeEdit } from './changes/net-edits.ts';
export type { NetHunk } from './changes/net-hunks.ts';
export { type SeenLines, seenLines } from './changes/seen.ts';
export { hunksOf } from './diff.ts';
export type { Accounting, Feed, FoldState } from './engine.ts';
export * from './entry.ts';
export {
  malformedRecord,
  type Origin,
  type OutgoingEvent,
  parseLine,
  payloadBytes,
  payloadLimit,
  recordType,
  type SubagentMark,
  splitRecord,
  wrapRecord,
} from './envelope.ts';
export { type Atif, type AtifStep, atifVersion, toAtif } from './export/atif.ts';
export { hash } from './json.ts';
export { createFold, createReader, type Fold, type Reader } from './read.ts';
export { type ClippedEntry, clipEntry, fieldLength, mergePart } from './reading/clip.ts';
export { noCounts, subtract, type TurnCounts } from './reading/counts.ts';
export type { ChangedFile, Edit, SoftEdit } from './reading/edit.ts';
export type { EntryListener } from './reading/listener.ts';
export { type EntryPart, fieldsOf, partText, stripAnsi } from './reading/part.ts';
export { gist, headline } from './reading/title.ts';
export {
  addUsage,
  type EntryWrite,
  type LaneUsageWrite,
  type LaneWrite,
  noUsage,
  type Retraction,
  type TurnStart,
  type TurnUsage,
  type TurnWrite,
  type Written,
} from './reading/written.ts';
export type { SearchChunk } from './search-chunk.ts';
export type { SessionFacts } from './session.ts';
export { entryToText, searchText, transcriptText } from './text.ts';
export type { Cost } from './totals/cost.ts';
export type { PriceList } from './totals/price.ts';
export type { LaneUsage, Summary } from './totals/summary.ts';
export type { FileTotal } from './totals/tally.ts';
export type { Tokens } from './totals/tokens.ts';
export type { KnownRequest } from './totals/usage.ts';
