import { DebriefError } from '@debrief/contract';
import { checkFaults, plainText } from '@debrief/lessons';

/** Refused with what is wrong with it, and where. */
export function readCheck(text: string, field: string): string {
  const [fault] = checkFaults(text);
  if (fault) throw new DebriefError('validation_error', `${field}, at ${fault.at}: ${fault.message}`);
  return plainText(text);
}
