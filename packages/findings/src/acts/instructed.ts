import type { Entry, Tool } from '@debrief/transcript';
import { guardOf } from '../file.ts';
import { offersIn, type RuleOffer } from '../team-rule/offer.ts';
import { type CheckOffer, checksIn } from '../team-rule/offer-check.ts';
import type { Base } from './base.ts';
import { pathOf } from './call-path.ts';

/** A file that instructs agents was shown, and says something that a rule can say. */
export interface Instructed extends Base {
  kind: 'instructed';
  /** Its name: `AGENTS.md`. */
  file: string;
  offers: RuleOffer[];
  checks: CheckOffer[];
}

export const longestInstructions = 40_000;

/** Files that instruct agents besides those that are guarded by their name. */
const others =
  /(?:^|[/\\])(?:\.cursor[/\\]rules[/\\]|\.cursorrules$|\.github[/\\]copilot-instructions\.md$|\.windsurfrules$|\.clinerules)/;

/** What came with a dependency speaks for somebody else, whatever it calls itself. */
const foreign =
  /(?:^|[/\\])(?:node_modules|vendor|third[_-]party|site-packages|dist-packages|Pods|\.venv|venv|\.cargo|pkg[/\\]mod)[/\\]/;

const isInstructions = (path: string): boolean =>
  (guardOf(path) === 'instructions' || others.test(path.slice(-300))) && !foreign.test(path);

/** How harnesses put such a file into the records: Claude Code as “nested memory”, Codex in the person's voice. */
const ofHarness =
  /^\s{0,4}(?:# (?<file>(?:AGENTS|CLAUDE|GEMINI)\.md) instructions|<(?:user_instructions|INSTRUCTIONS)>)/;

/** Whether a notice holds such a file. */
export const isInstructing = (entry: Entry): boolean =>
  entry.kind === 'notice' &&
  (entry.label === 'nested memory' ||
    (entry.label === 'context' && ofHarness.test(entry.text.slice(0, 200))));

export function instructedByNotice(text: string, at: Base): Instructed[] {
  return instructed(ofHarness.exec(text.slice(0, 200))?.groups?.file ?? 'CLAUDE.md', text, at);
}

/** Opened by a tool or printed by a command. */
export function instructedByCall(call: Tool, at: Base): Instructed[] {
  const { output } = call;
  if (output === undefined || call.outcome !== 'ok') return [];
  if (call.tool === 'shell' && !call.title.includes('.md')) return [];
  const path = call.tool === 'shell' ? printed.exec(call.title.slice(0, 400))?.[1] : pathOf(call);
  if (path === undefined || !isInstructions(path)) return [];
  return instructed(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1), output, at);
}

const printed =
  /^(?:cd \S{1,200} && )?(?:cat|head|tail|sed|less|bat)\b(?: -\w{1,10}| \d{1,5}| '[\d,$p]{1,20}')* ((?:[\w.~/-]{1,200}\/)?(?:AGENTS|CLAUDE|GEMINI|QWEN|CRUSH)\.md)\s{0,4}$/;

/** What a tool writes before each line. */
const number = /^\s{0,8}\d{1,6}[→\t:|] ?/gm;

function instructed(file: string, text: string, at: Base): Instructed[] {
  const plain = text.slice(0, longestInstructions).replace(number, '');
  const [offers, checks] = [offersIn(plain), checksIn(plain)];
  return offers.length + checks.length === 0
    ? []
    : [{ kind: 'instructed', ...at, file: file.slice(0, 100), offers, checks }];
}
