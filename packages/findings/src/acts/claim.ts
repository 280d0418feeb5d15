import { type CheckKind, clipped } from './act.ts';

/** A statement of the agent that something passes. */
export interface ClaimText {
  of: CheckKind;
  scope: 'all' | 'some';
  text: string;
  passed?: number;
  total?: number;
}

export const longestReply = 20_000;
const maxClaims = 10;

/** What is quoted, drawn, listed in a table or written as code is no statement. */
function sentencesOf(reply: string): string[] {
  const sentences: string[] = [];
  let isCode = false;
  for (const line of reply.slice(0, longestReply).split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      isCode = !isCode;
      continue;
    }
    if (isCode || /^\s*(?:#|>)/.test(line) || /[|│├└─┌]/.test(line)) continue;
    const plain = line.replace(/`[^`]{0,200}`/g, ' code ').replace(/["“][^"”]{0,300}["”]/g, ' quote ');
    sentences.push(...plain.split(/(?<=[.!?:;])\s+/));
  }
  return sentences;
}

const dropped =
  /\?|\b(?:not|no|n't|never|without|fail(?:s|ed|ing|ure|ures)?|should|would|will|could|might|may|once|until|if|when|whether|ensure|make sure|need(?:s|ed)? to|so that|expect(?:s|ed)?|keep(?:s|ing)?|let me|i'll|i will|going to|want|try|trying|most|some|wait|still|before|after|to verify|verify that|confirm that|check that|see if|calls?|would've|unless)\b|n['’]t\b/i;
const makesPass = /\b(?:make|makes|making|made|get|getting|gets)\b.{0,40}\bpass/i;

const subject =
  /\b(?:(?:(?<passed>\d{1,6})(?:\s?\/\s?(?<total>\d{1,6}))?|all|the|every|existing|new|unit|integration|full|entire|whole|e2e|remaining|other)\s+(?:(?:\d{1,6}|of|the|new|existing|unit|integration|\w{1,30})\s+){0,4})?(?:tests?|specs?|test suite|suite)\b[^.]{0,40}?\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b|\b(?<count>\d{1,6})\s?(?:\/\s?(?<whole>\d{1,6})\s?)?(?:tests?\s)?(?:passed|passing)\b/i;
const builds =
  /\b(?:build|compilation)\b[^.]{0,30}\b(?:succeed(?:s|ed)?|pass(?:es|ed)|(?:is|are) (?:clean|green)|success(?:ful|fully)?)\b|\b(?:builds|compiles) (?:successfully|cleanly|fine|without errors)\b/i;
const lints =
  /\b(?:lint(?:er|ing)?|eslint|golangci-lint|biome|ruff)\b[^.]{0,30}\b(?:pass(?:es|ed)|(?:is|are|was|comes back|came back) (?:clean|green)|clean|succeed(?:s|ed)?)\b/i;
const types =
  /\b(?:type ?-?checks?|typechecking|tsc|mypy|pyright)\b[^.]{0,30}\b(?:pass(?:es|ed)|(?:is|are|comes back) clean|clean|succeed(?:s|ed)?)\b/i;

const saysAll = /\b(?:all|every|full|entire|whole|everything|complete)\b/i;

export function claimsIn(reply: string): ClaimText[] {
  const claims: ClaimText[] = [];
  for (const sentence of sentencesOf(reply)) {
    if (claims.length >= maxClaims) break;
    if (sentence.length > 600 || dropped.test(sentence) || makesPass.test(sentence)) continue;
    const found = subject.exec(sentence);
    const passed = found?.groups?.passed ?? found?.groups?.count;
    const total = found?.groups?.total ?? found?.groups?.whole;
    // “12/12 tests pass” says all of them.
    const isEach = total !== undefined && passed === total;
    const scope = isEach || saysAll.test(sentence) ? 'all' : 'some';
    const text = clipped(sentence, 160);
    if (found) {
      claims.push({
        of: 'tests',
        scope,
        text,
        ...(passed !== undefined && { passed: Number(passed) }),
        ...(total !== undefined && { total: Number(total) }),
      });
    } else if (builds.test(sentence)) claims.push({ of: 'build', scope, text });
    else if (lints.test(sentence)) claims.push({ of: 'lint', scope, text });
    else if (types.test(sentence)) claims.push({ of: 'types', scope, text });
  }
  return claims;
}
