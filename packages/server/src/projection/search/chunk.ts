import type { SnippetKind } from '@debrief/contract';
import type { SearchChunk } from '@debrief/transcript';

/** A piece of text as it goes into the index. */
export interface Chunk {
  /** 0 for the title, which belongs to no event. */
  sequence: number;
  kind: SnippetKind;
  text: string;
}

/** A longer text becomes several pieces, so that a hit is shown from near its place; past the last it is cut. */
const pieceLength = 4000;
const maxPieces = 16;

/** NUL cannot be stored by PostgreSQL, half a character by nobody. */
export const clean = (text: string): string => text.toWellFormed().replaceAll('\0', ' ').trim();

/** What of a transcript is searchable: what people and agents said, commands, paths and errors; not what tools printed. */
export function chunksOf(found: readonly SearchChunk[]): Chunk[] {
  return found.flatMap(({ sequence, kind, tool, title, text }): Chunk[] => {
    switch (kind) {
      case 'prompt':
      case 'reply':
        return pieces(sequence, kind, text);
      case 'error':
        return pieces(sequence, 'other', text.slice(0, pieceLength));
      case 'tool':
      case 'subagent':
        // The title is there once, with the call; what comes later under the same entry is its output.
        return title === undefined ? [] : pieces(sequence, kindOfTool(tool), title);
      default:
        return [];
    }
  });
}

function kindOfTool(tool: SearchChunk['tool']): SnippetKind {
  if (tool === 'shell') return 'command';
  return tool === 'edit' || tool === 'write' || tool === 'read' ? 'file' : 'other';
}

function pieces(sequence: number, kind: SnippetKind, whole: string): Chunk[] {
  const text = clean(whole);
  const found: Chunk[] = [];
  for (let start = 0; start < text.length && found.length < maxPieces; ) {
    let end = Math.min(text.length, start + pieceLength);
    if (end < text.length) {
      // Not in the middle of a word.
      const space = text.lastIndexOf(' ', end);
      if (space > start + pieceLength / 2) end = space;
    }
    found.push({ sequence, kind, text: text.slice(start, end).toWellFormed() });
    start = end;
  }
  return found;
}
