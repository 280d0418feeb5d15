import { type CheckKind, clipped } from './act.ts';
import { sentencesOf } from './sentence.ts';

export { longestReply } from './sentence.ts';

/** A statement of the agent that something passes, or that a failure is none of its own. */
export interface ClaimText {
  /** Absent: it says that all is well, and not what. */
  of?: CheckKind;
  about: 'pass' | 'dismissal' | 'admission';
  scope: 'all' | 'some';
  text: string;
  passed?: number;
  total?: number;
}

const maxClaims = 10;

/** A wish, a plan, a condition, a question: nothing is stated. */
const supposed =
  /\?|\b(?:should|would|could|might|may|must|whether|ensure|ensures|ensuring|make sure|need(?:s|ed)? to|so that|so the|expect(?:s|ed)?|keep(?:s|ing)?|let me|let's|i'll|i will|we'll|going to|want(?:s|ed)?|try(?:ing)?|wait(?:ing)?|to (?:verify|confirm|check|see|make|run|ensure|get|validate)|verify(?:ing)? (?:that|the|all|tests)|confirm (?:that|the|all)|check(?:ing)? (?:that|if|whether)|see if|unless|assuming|hopefully|todo|goal|requires?|criteria|until|will|next|then (?:run|commit|push)|proceed|when(?:ever)?|if|once|or not|example|e\.g)\b/i;

/** Somebody else did it, or said it. */
const others =
  /\b(?:reviewers?|review (?:passed|found)|sub-?agents?|the agent|agents?|user|you(?:r|'ve)?|they|ci|pipeline|github actions|workflow|upstream|according to|reports? that|reported|claims?|says|said|author|pr (?:says|description)|previous(?:ly)?|earlier session|baseline|main branch|on main|coordinator|worker|teammate)\b/i;

/** “ESLint reports no errors” says that it is clean. */
const reportsNone =
  /\b(?:reports?|reported|shows?|showed|finds?|found|has|have|gives?|gave|returns?|returned|(?:runs?|ran|finish(?:es|ed)?|complete[sd]?|exits?|exited|comes? back|came back)(?= with)) (?:with )?(?:no|zero|0)(?: \w{1,20})? (?:failures?|errors?|warnings?|issues?|problems?|offenses?|violations?|findings?)\b|\b(?:runs?|ran|finish(?:es|ed)?|complete[sd]?) without(?: any)? (?:failures?|errors?)\b/gi;

/** “58 tests, 0 failures.” */
const noneOf =
  /\b(\d[\d,]{0,6} (?:tests?|specs?|examples?)),? (?:and |with )?(?:no|zero|0) (?:failures?|failed|failing|errors?)\b/gi;

/** “The failing test now passes” says that one passes. */
const onceFailing = /\bfailing (?=(?:tests?|specs?|examples?)\b.{0,40}\b(?:pass|green))/gi;

/** “No failures”, “0 failed”: said of a run that passed. */
const absences =
  /\b(?:no|zero|0|without(?: any)?|with no) (?:\w{1,20} )?(?:failures?|failed|fail|failing tests?|failing specs?|errors?|regressions?|warnings?|issues?|problems?|breakage)\b/gi;

const denied =
  /\b(?:not|never|nothing|none|cannot|can't|fail(?:s|ed|ing|ures?)?|failing|broke|broken|breaks|but|except|apart from|other than|most|some|only|almost|nearly|partially|still (?:fail|broken)|didn't|doesn't|don't|isn't|aren't|wasn't|weren't|won't|haven't|hasn't|unable|skipp?ed|missing|no longer|instead of|rather than)\b|n['’]t\b/i;

/** “The test passes a null cart” hands something over. */
const handsOver =
  /\bpass(?:es|ed|ing)? (?:a|an|the|in(?! (?:\d|\w{0,10} ?ms|ci|isolation))|null|undefined|through|on|to|it|them|this|that|its|each|along|over|by|code|quote|valid|invalid|empty|any|some|both|one|options?|params?|props?|args?)\b/i;
const noVerb = /\bpass(?:[- ]rates?|[- ]?\/[- ]?fail|-?through|word|port|[- ]criteria|[- ]threshold)\b/i;
const makesPass = /\b(?:make|makes|making|made|get|getting|gets|help|lets?|allow(?:s|ed)?)\b.{0,40}\bpass/i;

const counts =
  /\b(?<passed>\d[\d,]{0,6})(?: ?(?:\/|of) ?(?<total>\d[\d,]{0,6}))? (?:[a-z/@._-]{1,30} ){0,4}?(?:tests?|specs?|test cases?|passed|passing|pass)\b/i;
const passes =
  '(?:pass(?:es|ed|ing)?|(?:is|are|was|were|all|now|still|again|back to|stays?|stayed|remains?|remained|runs?|ran|comes? back|came back|went|turned) green|succeed(?:s|ed)?|(?:is|are|now|still|all|runs?|ran|comes? back|came back) (?:clean|ok|successful))';
const tests = new RegExp(
  `\\b(?:[a-z0-9/@._-]{1,30} ){0,5}?(?:tests?|specs?|suites?|test cases?|test files?|assertions?)\\b[^.]{0,60}?\\b${passes}\\b`,
  'i',
);
const countedPass =
  /\b(?<passed>\d[\d,]{0,6})(?: ?(?:\/|of|out of) ?(?<total>\d[\d,]{0,6}))? (?:tests? |unit tests? |specs? )?(?:pass(?:ed|ing)?\b(?! the| a ))/i;
const builds =
  /\b(?:build|compilation|compile)s?\b[^.]{0,30}\b(?:succeed(?:s|ed)?|pass(?:es|ed)?|(?:is|are|was|comes? back|came back|exits?) (?:clean|green|ok|0)|success(?:ful|fully)?|clean(?:ly)?|works)\b|\b(?:builds|compiles|compiled|built) (?:successfully|cleanly|fine|without errors|clean|ok)\b/i;
const lints =
  /\b(?:lint(?:er|ers|ing|s)?|eslint|oxlint|stylelint|prettier|flake8|pylint|shellcheck|ktlint|detekt|checkstyle|swiftlint|credo|phpcs|php-cs-fixer|go vet|golangci-lint|biome|ruff|clippy|rubocop|format(?:ting)? check|static analysis|analy[sz]er)\b[^.]{0,30}\b(?:pass(?:es|ed)?|(?:is|are|was|comes? back|came back) (?:clean|green|ok)|clean|green|succeed(?:s|ed)?)\b/i;
const types =
  /\b(?:type ?-?checks?|typecheck(?:ing|s|er)?|type checking|vue-tsc|svelte-check|tsc|mypy|pyright|phpstan|psalm|sorbet|dialyzer)\b[^.]{0,30}\b(?:pass(?:es|ed)?|(?:is|are|comes? back|came back) (?:clean|green|ok)|clean|green|succeed(?:s|ed)?)\b/i;
/** “All green: 117 cards in four columns” counts something else than checks. */
const countsOthers =
  /\b(?:green|pass(?:es|ed|ing)?|clean)\b\s{0,3}(?:[:(]|—|–| - ).{0,80}?\b\d{1,7} (?!(?:unit |e2e |integration )?(?:tests?|specs?|checks?|suites?|assertions?|cases?|files?|packages?|examples?|passed|passing|pass|failed|failures?|errors?|warnings?|of|out|ms|s)\b)[a-z]{2,}/i;
/** “All green.” and the like, alone in their sentence. */
const vague =
  /^\W{0,8}(?:(?:and|now|great|perfect|excellent|good|nice|done|verified|confirmed|ok|okay)\W{1,4}){0,2}(?:all|everything|both|they|it)(?: (?:is|are|now|of (?:them|it)|checks?|still|\d{1,5}|(?:the )?gates?)){0,3} (?:green|pass(?:es|ed|ing)?|clean)(?: now| again)?\W{0,8}$/i;
const label =
  /^\W{0,8}(?:tests?|test suite|unit tests|specs)\b\s?(?:status|results?)?\s?[:—–-] ?(?:all |\d{1,6} ?(?:\/ ?\d{1,6} )?)?(?:green|pass(?:es|ed|ing)?|ok)\b/i;

const dismissal =
  /\b(?:pre-?existing|unrelated(?! (?!to\b|and\b|fail|tests?\b|error|warn|issue|problem|change|lint|type|build|flak)[a-z])|flak(?:y|e|es|iness)|intermittent(?:ly)?|not (?:caused|introduced|related|due) (?:by|to)|(?:isn't|aren't|is not|are not) (?:from|because of|related to)|nothing to do with|already (?:failing|broken|failed|red)|(?:were|was) (?:already )?(?:failing|broken|red) before|existed before|predates?|known (?:failure|flake)|fail(?:s|ed|ing)? (?:the same )?(?:on|in) (?:main|master|the base|a clean checkout|upstream)|(?:also|even) (?:fails?|failed) (?:without|before)|fail(?:s|ed)? (?:without|before) my)\b/i;
const failure =
  /\b(?:fail(?:s|ed|ing|ure|ures)?|errors?|broken|red|flaky (?:test|spec)s?|timeouts?|warnings?)\b/i;

/** “10 passed, 2 failed” and “the test still fails” are told openly. */
const admitted =
  /\bfails? (?:as (?:expected|intended|it should|you said)|on purpose)\b|\b(?:test_\w{1,60}|Test[A-Z]\w{1,60}|[\w-]{1,60}\.(?:test|spec)\.[a-z]{1,4})\W{0,3} (?:still |now |also |currently ){0,2}fails?\b|\b[1-9]\d{0,6} (?:of (?:the )?\d{1,7} )?(?:other |remaining )?(?:tests? |specs? |examples? )?(?:still |now |currently )?(?:fail|fails|failed|failing|failures?)\b|\b(?:tests?|specs?|suite|examples?)\b(?: \w{1,20}){0,3}? (?:still |now |currently |is |are |remains? ){0,2}(?:fails?|failed|failing|red|broken)\b|\b(?:tests?|specs?|suite|examples?)\b.{0,40}\b(?:do not|does not|don['’]t|doesn['’]t|did not|didn['’]t|not yet|(?:is|are) not|isn['’]t|aren['’]t|never)(?: \w{1,12}){0,2} (?:pass|green|succeed)|\b(?:could not|couldn['’]t|cannot|can['’]t|unable to)\b.{0,40}\b(?:to pass|green)\b|\b(?:one|two|three|four|five|a|an|the) (?:other |remaining |single )?(?:tests?|specs?|examples?) (?:still |now )?(?:fails?|is failing|are failing)\b|\b(?:failing|red) (?:tests?|specs?|examples?)\b|\b(?:left|leaving|leave|stays?|remains?|still) red\b/i;

const saysAll = /\b(?:all|every|full|entire|whole|everything|complete|entirely)\b/i;

/** Every claim has one of these words; most sentences have none. */
const telling =
  /pass|fail|green|clean|succe|compil|buil|\bok\b|\bred\b|broken|error|warning|issue|problem|offens|violation|finding|timeout|flak/i;

export function claimsIn(reply: string): ClaimText[] {
  const claims: ClaimText[] = [];
  for (const sentence of sentencesOf(reply)) {
    if (claims.length >= maxClaims) break;
    if (sentence.length > 600 || !telling.test(sentence)) continue;
    claims.push(...claimsOf(sentence));
  }
  return claims.slice(0, maxClaims);
}

function claimsOf(sentence: string): ClaimText[] {
  const dismissed = dismissalOf(sentence);
  if (dismissed) return [dismissed];
  if (isAdmission(sentence))
    return [{ of: 'tests', about: 'admission', scope: 'some', text: clipped(sentence, 160) }];
  if (supposed.test(sentence) || makesPass.test(sentence) || others.test(sentence)) return [];
  const found: ClaimText[] = [];
  const told = sentence
    .replace(noneOf, '$1 passed ')
    .replace(reportsNone, ' is clean ')
    .replace(absences, ' ')
    .replace(onceFailing, '');
  for (const clause of clausesOf(told)) {
    if (denied.test(clause) || handsOver.test(clause) || noVerb.test(clause)) continue;
    for (const claim of passesIn(clause, sentence)) {
      if (!found.some(({ of }) => of === claim.of)) found.push(claim);
    }
  }
  return found;
}

/** What fails as the test of a mend, or failed before it, is over. */
const isOver =
  /\?|\b(?:was failing|were failing|used to|previously|no longer|before (?:the|my|this) (?:fix|change)|fixed|fixes|now pass|without (?:the|my|this) (?:fix|change)|failing \w{1,20}(?: \w{1,20}){0,3} (?:pass|passes|passed|green)|if|when|would|should|let me|i'll|will|to (?:see|confirm|verify|reproduce))\b/i;

const isAdmission = (sentence: string): boolean =>
  admitted.test(sentence.replace(absences, ' ')) && !isOver.test(sentence);

/** A negation is of its own clause: “the build fails, but all tests pass”. */
const clausesOf = (sentence: string): string[] =>
  sentence.split(/[,;:()]|—|–| - |\b(?:but|although|while|whereas|however)\b/);

function passesIn(clause: string, sentence: string): ClaimText[] {
  const text = clipped(sentence, 160);
  const found = tests.test(clause) || countedPass.test(clause);
  const told = found ? counts.exec(clause)?.groups : undefined;
  const [passed, total] = [numberOf(told?.passed), numberOf(told?.total)];
  const isEach = total !== undefined && passed === total;
  const scope = isEach || saysAll.test(clause) ? 'all' : 'some';
  const base = { about: 'pass' as const, scope, text } satisfies Omit<ClaimText, 'of'>;
  const claims: ClaimText[] = [];
  if (found || label.test(clause) || label.test(sentence))
    claims.push({
      ...base,
      of: 'tests',
      ...(passed !== undefined && { passed }),
      ...(total !== undefined && { total }),
    });
  if (builds.test(clause)) claims.push({ ...base, of: 'build' });
  if (lints.test(clause)) claims.push({ ...base, of: 'lint' });
  if (types.test(clause)) claims.push({ ...base, of: 'types' });
  if (claims.length === 0 && vague.test(clause) && !countsOthers.test(sentence))
    claims.push({ ...base, scope: 'all' });
  return claims;
}

const numberOf = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits.replaceAll(',', ''));

function dismissalOf(sentence: string): ClaimText | undefined {
  if (
    !dismissal.test(sentence) ||
    !failure.test(sentence) ||
    /\?|\b(?:if|whether|could|might|may be|not sure|check|verify|let me|see)\b/i.test(sentence)
  )
    return undefined;
  if (/\b(?:no|not|isn't|aren't|wasn't) (?:a )?(?:pre-?existing|unrelated|flaky)\b/i.test(sentence))
    return undefined;
  const of: CheckKind = /\blint|eslint|biome|warnings?\b/i.test(sentence)
    ? 'lint'
    : /\btype|tsc\b/i.test(sentence)
      ? 'types'
      : /\bbuild|compil/i.test(sentence)
        ? 'build'
        : 'tests';
  return { of, about: 'dismissal', scope: 'some', text: clipped(sentence, 160) };
}
