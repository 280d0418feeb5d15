import type { Act, Prompt } from './acts/act.ts';

/** Where a person stepped in, with what they wrote next. The lens, not a risk. */
export interface Intervention {
  sequence: number;
  lane?: string;
  what: 'denied' | 'interrupted' | 'corrected' | 'plan sent back' | 'mode changed';
  /** What they said with it, or in the prompt that follows. */
  words?: string;
  /** Where they said it, when that is another place. */
  wordsAt?: number;
}

const corrects =
  /^(?:no[,.!: ]|nope\b|stop\b|wait\b|don['’]t\b|do not\b|that['’]s (?:not|wrong)|this is (?:not|wrong)|wrong\b|revert\b|undo\b|actually[, ]|instead\b|not what i|why (?:did|are) you)/i;
const agrees =
  /^(?:no,? (?:problem|worries|this is (?:fine|good|ok)|that['’]s (?:fine|good|ok)|it['’]s (?:fine|good|ok)|need)|wait for)\b/i;

export function interventionsIn(acts: readonly Act[]): Intervention[] {
  const found: Intervention[] = [];
  let hasWorked = false;
  /** Those that nobody has said anything about yet. */
  let silent: Intervention[] = [];
  for (const act of acts) {
    if (act.kind === 'step' && act.lane === undefined) hasWorked = true;
    if (act.kind === 'intervention') {
      const { kind: _, ...intervention } = act;
      found.push(intervention);
      if (act.words === undefined) silent.push(intervention);
    }
    if (act.kind !== 'prompt' || act.lane !== undefined) continue;
    for (const one of silent) Object.assign(one, wordsOf(act));
    if (silent.length === 0 && hasWorked && corrects.test(act.text) && !agrees.test(act.text)) {
      found.push({ sequence: act.sequence, what: 'corrected', words: act.text });
    }
    silent = [];
  }
  return found;
}

const wordsOf = ({ text, sequence }: Prompt) => ({ words: text, wordsAt: sequence });
