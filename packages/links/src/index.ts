export * from './commit.ts';
export { hashText, lineHash, packHashes, sortedHashes, unpackHashes } from './line.ts';
export * from './link.ts';
export * from './session.ts';
export { sessionNamedBy, trailersIn } from './trailer.ts';
