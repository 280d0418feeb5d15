import {
  conditionsOf,
  parseTeamRule,
  Reader,
  TeamRuleFault,
  type Unless,
  wordsOf,
} from '@debrief/findings/team-rule';
import { type Check, maxCheckText, maxHas } from './check.ts';
import { commandHead } from './failure.ts';

/** What is wrong with the text of a check, in words for whoever wrote it, and where. */
export const CheckFault = TeamRuleFault;
export type CheckFault = TeamRuleFault;

/** Throws a `CheckFault`. */
export function parseCheck(text: string): Check {
  if (text.length > maxCheckText)
    throw new CheckFault(`A check has at most ${maxCheckText} characters.`, maxCheckText);
  const reader = new Reader(text);
  if (reader.takes('use')) return insteadOf(reader);
  if (reader.takes('when', 'done')) return done(reader);
  if (reader.takes('when', 'new') && reader.next?.isQuoted) return codeOf(reader);
  const finding = new Reader(text);
  if (finding.takes('when', 'finding')) return ofFinding(finding);
  const failure = new Reader(text);
  if (failure.takes('when', 'failure')) return ofFailure(failure);
  return { form: 'rule', ...ruleOf(text) };
}

/** Nothing when it can be read. */
export function checkFaults(text: string): { message: string; at: number }[] {
  try {
    parseCheck(text);
    return [];
  } catch (error) {
    if (!(error instanceof CheckFault)) throw error;
    return [{ message: error.message, at: error.at }];
  }
}

/** The same check is the same text, however it was typed. */
export const plainText = (text: string): string =>
  wordsOf(text)
    .map((word) => (word.isQuoted ? `"${word.text.trim().replace(/\s{1,500}/g, ' ')}"` : word.text))
    .join(' ');

function ruleOf(text: string) {
  const [first] = wordsOf(text);
  if (first?.isQuoted !== false || first.text !== 'when')
    throw new CheckFault('A check begins with "when" or "use".', first?.at ?? 0);
  return parseTeamRule(text);
}

function done(reader: Reader): Check {
  if (!reader.is('unless')) throw reader.fault('Here comes "unless"');
  return { form: 'done', unless: conditionsOf(reader) as Unless[] };
}

function codeOf(reader: Reader): Check {
  const adds = reader.quoted('what the new code has');
  reader.needs('in');
  const path = reader.quoted('a path');
  const has: string[] = [];
  if (reader.takes('unless')) {
    do {
      reader.needs('has');
      has.push(reader.quoted('what it is to have'));
    } while (reader.takes('or'));
  }
  if (!reader.isAtEnd)
    throw reader.fault(has.length === 0 ? 'Here comes "unless", or nothing' : 'Here comes "or", or nothing');
  if (has.length > maxHas)
    throw new CheckFault(`A check has at most ${maxHas} texts that make it fine.`, reader.length);
  return { form: 'code', adds, path, has };
}

function insteadOf(reader: Reader): Check {
  const use = reader.quoted('what is to be used');
  reader.needs('instead', 'of');
  const not = reader.quoted('what is not to be used');
  const path = reader.takes('in') ? reader.quoted('a path') : undefined;
  if (!reader.isAtEnd) throw reader.fault(path ? 'Here comes nothing' : 'Here comes "in", or nothing');
  if (use === not) throw new CheckFault('Both are the same.', reader.length);
  return { form: 'instead', use, not, path };
}

function ofFinding(reader: Reader): Check {
  const rule = reader.quoted('the id of a rule');
  if (!reader.isAtEnd) throw reader.fault('Here comes nothing');
  return { form: 'finding', rule };
}

function ofFailure(reader: Reader): Check {
  const command = reader.quoted('the first words of a command');
  if (commandHead(command) !== command)
    throw new CheckFault(
      'A failure is named by the first words of its command: "npm run lint".',
      reader.length,
    );
  if (!reader.isAtEnd) throw reader.fault('Here comes nothing');
  return { form: 'failure', command };
}
