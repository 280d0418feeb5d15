import { codesIn, isCommand, no, offerOf, type SaidAt, sentencesOf } from './offer.ts';
import { maxTeamRuleText } from './team-rule.ts';

/**
 * Sentences of AGENTS.md and the like that show in a session whether they are kept. More of them than can be rules,
 * because what new code has is not a matter of one moment. Offered, never adopted: a person confirms or corrects the
 * check. Its text is read by the room `lessons`, which knows all forms.
 */
export interface CheckOffer {
  /** The sentence as it stands in the file. */
  said: string;
  /** The check: `when new "func Test" in "*_test.go" unless has "t.Parallel()"`. */
  text: string;
  /** The whole line, by which the commit that brought it is found, and its number in what was shown. */
  line: string;
  at: number;
}

const max = { offers: 40, said: 300, line: 1000 };

export function checksIn(text: string): CheckOffer[] {
  const offers = new Map<string, CheckOffer>();
  for (const sentence of sentencesOf(text)) {
    if (offers.size >= max.offers) break;
    const offer = checkOf(sentence);
    if (offer && !offers.has(offer.text)) offers.set(offer.text, offer);
  }
  return [...offers.values()];
}

function checkOf({ said, line, at }: SaidAt): CheckOffer | undefined {
  const text = ofTests(said) ?? instead(said) ?? offerOf(said)?.text ?? atTheEnd(said) ?? neverWritten(said);
  if (text === undefined || text.length > maxTeamRuleText) return undefined;
  return { said: said.slice(0, max.said).toWellFormed(), text, line: line.trim().slice(0, max.line), at };
}

/** How a test begins in a language, by what is called in it. */
const tests: readonly (readonly [call: RegExp, begins: string, path: string])[] = [
  [/^t\.\w{1,40}\(/, 'func Test', '*_test.go'],
  [/^@pytest\.|^(?:self\.)?assert/, 'def test_', '*.py'],
  [/^expect\.(?:assertions|hasAssertions)\(/, 'it(', '*.test.*'],
];

/** “Always use `t.Parallel()` in tests.” */
function ofTests(said: string): string | undefined {
  if (!/\btests?\b/i.test(said) || no.test(said)) return undefined;
  if (!/\b(?:always|must|every|each|all|use|uses|call|calls|start|begin|add|should)\b/i.test(said))
    return undefined;
  for (const code of codesIn(said)) {
    const found = tests.find(([call]) => call.test(code));
    if (found) return `when new "${found[1]}" in "${found[2]}" unless has "${code}"`;
  }
  return undefined;
}

/** “Use pnpm instead of `npm`”, “prefer `errors.Is` over `err ==` in Go”. */
function instead(said: string): string | undefined {
  const found =
    /\b(?:use|prefer|run|write)\b[^`\n]{0,30}`(?<use>[^`\n"]{2,80})`[^`\n]{0,40}\b(?:instead of|rather than|over|not|never)\b[^`\n]{0,20}`(?<not>[^`\n"]{2,80})`/i.exec(
      said,
    );
  const [use, not] = [found?.groups?.use?.trim(), found?.groups?.not?.trim()];
  if (use === undefined || not === undefined || use === '' || not === '' || use === not) return undefined;
  if (isCommand(use) && isCommand(not)) return `use "${use}" instead of "${not}"`;
  const path = pathOfLanguage(said);
  return path === undefined ? undefined : `use "${use}" instead of "${not}" in "${path}"`;
}

const ending =
  /\b(?:before|prior to)\b.{0,30}\b(?:mark\w{0,3}|claim\w{0,3}|finish\w{0,3}|complet\w{1,4}|done|ready|end\w{0,3}|conclud\w{1,3}|declar\w{1,3}|report\w{0,3}|handing|say\w{0,3})\b|\b(?:after|once|when)\b.{0,30}\b(?:chang\w{1,3}|edit\w{0,3}|modif\w{1,5}|implement\w{0,3}|writ\w{1,3}|finish\w{0,3}|done)\b|\bafter (?:every|each|any)\b/i;

/** “After changing code run `make fmt`”, “run `bun run test` before you say that it is done”. */
function atTheEnd(said: string): string | undefined {
  if (!ending.test(said) || no.test(said) || !/\b(?:run|runs|execute|call)\b/i.test(said)) return undefined;
  const command = codesIn(said).find((code) => isCommand(code) && !/^git\b/.test(code));
  return command === undefined ? undefined : `when done unless ran "${command}" since the last edit`;
}

const languages: readonly (readonly [name: RegExp, path: string])[] = [
  [/\btypescript\b|`?\.tsx?\b/i, '*.ts'],
  [/\b(?:Go|golang)\b|\.go\b/, '*.go'],
  [/\bpython\b|\.py\b/i, '*.py'],
  [/\brust\b|\.rs\b/i, '*.rs'],
  [/\bjavascript\b|\.jsx?\b/i, '*.js'],
  [/\bjava\b|\.java\b/i, '*.java'],
];

const pathOfLanguage = (said: string): string | undefined => languages.find(([name]) => name.test(said))?.[1];

/** “Never use `any` in TypeScript”: only where the sentence names a language. */
function neverWritten(said: string): string | undefined {
  if (!/\b(?:never|do not|don['’]t|must not|avoid)\b.{0,20}\b(?:use|using|write|add|call)\b/i.test(said))
    return undefined;
  const path = pathOfLanguage(said);
  const [code] = codesIn(said).filter((one) => !isCommand(one) && one.length >= 4);
  return path === undefined || code === undefined ? undefined : `when new "${code}" in "${path}"`;
}
