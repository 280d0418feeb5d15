import type { RepeatedFailure } from '@debrief/contract';
import { plural } from '../../ui/format.ts';
import type { Start } from './start.ts';

export const failedWords: Record<RepeatedFailure['kind'], string> = {
  failed: 'failed',
  'not run': 'did not start, or had nothing to run',
};

/**
 * A lesson begins with what was counted, and without an instruction: sessions say that something does not work, a person
 * says how it is done. The name of the command is quoted, and is of letters and digits.
 */
export const startOf = ({
  kind,
  command,
  repository,
  sessions,
  check,
  examples,
}: RepeatedFailure): Start => ({
  text: '',
  repository,
  check,
  ...(examples[0] && { source: { kind: 'session' as const, sessionId: examples[0].sessionId } }),
  said: {
    words: `“${command}” ${failedWords[kind]}, in ${plural(sessions, 'session')}.`,
    from: 'Counted in sessions of the last eight weeks:',
  },
});
