import type { FileEdit, Turn } from '@debrief/contract';
import { useEffect } from 'react';
import type { TranscriptModel } from '../transcript/transcript-model.ts';

/** From a line of a file back to where it came from. */
export interface Ways {
  model: TranscriptModel;
  onGo(sequence: number): void;
}

/** What was asked for when an edit was made; undefined until its turn is loaded. */
export function usePrompt({ model }: Ways, edit: FileEdit | undefined): Turn['prompt'] {
  const turn = edit?.turn;
  const known = turn === undefined ? undefined : model.turn(turn);
  const isMissing = turn !== undefined && !known;
  useEffect(() => {
    if (isMissing) void model.loadTurns(turn);
  }, [isMissing, turn, model]);
  return known?.prompt;
}
