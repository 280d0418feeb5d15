export * from './commit.ts';
export { conclude, type SessionNames, type Thresholds, thresholds } from './conclude.ts';
export { hashText, lineHash, packHashes, sortedHashes, unpackHashes } from './line.ts';
export * from './link.ts';
export * from './session.ts';
export { createSessionFold, type SessionFold, type SessionFoldState } from './session-fold.ts';
export { type RivalLink, settle } from './settle.ts';
export { gitAiTrailers, sessionNamedBy, trailersIn } from './trailer.ts';
