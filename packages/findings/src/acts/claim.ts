import { screened } from '../screen/screened.ts';
import { type CheckKind, clipped } from './act.ts';
import { toolsIn } from './named-tool.ts';
import { type QuotedTest, quotedTests } from './quoted-tests.ts';
import * as words from './said/claim-words.ts';
import { type ClaimDetail, detailOf } from './said/detail.ts';
import { openWords } from './said/open-words.ts';
import { type Sentence, sentencesOf } from './sentence.ts';

export { longestReply } from './sentence.ts';

/** A statement of the agent that something passes, or that a failure is none of its own. */
export interface ClaimText {
  /** Absent: it says that all is well, and not what. */
  of?: CheckKind;
  about: 'pass' | 'dismissal' | 'admission' | 'mention';
  scope: 'all' | 'some';
  text: string;
  passed?: number;
  total?: number;
  /** Suites that it names and that many runs leave out: `integration`, `e2e`. */
  suites?: string[];
  /** It speaks of what runs on the forge. */
  byCi?: true;
  /** Checkers that it names: each of them is said to be content. */
  tools?: string[];
  /** Commands that run tests, as it quotes them. */
  quoted?: QuotedTest[];
  detail?: ClaimDetail;
  /** Words of it that say more than that something passes. */
  open?: string[];
}

const maxClaims = 10;

const dismissal =
  /\b(?:pre-?existing|unrelated(?! (?!to\b|and\b|fail|tests?\b|error|warn|issue|problem|change|lint|type|build|flak)[a-z])|flak(?:y|e|es|iness)|intermittent(?:ly)?|not (?:caused|introduced|related|due) (?:by|to)|(?:isn't|aren't|is not|are not) (?:from|because of|related to)|nothing to do with|already (?:failing|broken|failed|red)|(?:were|was) (?:already )?(?:failing|broken|red) before|existed before|(?:same|identical) (?:errors?|failures?) (?:before|without|on main)|(?:was|were) (?:already )?there before|predates?|known (?:failure|flake)|known to (?:be|fail)|not (?:ours|mine|us|(?:our|my) (?:fault|doing)|from (?:this|my|our))|fail(?:s|ed|ing)? (?:randomly|sporadically|now and then|sometimes|occasionally|at random)|(?:comes?|came|stems?) from (?:the |an? )?(?:environment|network|machine|runner|infra\w{0,12}|upstream)|(?:infra\w{0,12}|network|runner|environment(?:al)?) (?:hiccup|glitch|blip|issue|problem|flake|noise)|(?:errors?|failures?) (?:is|are) (?:old|known|stale|legacy)|fail(?:s|ed|ing)? (?:the same )?(?:on|in) (?:main|master|the base|a clean checkout|upstream)|(?:also|even) (?:fails?|failed) (?:without|before)|fail(?:s|ed)? (?:without|before) my)\b/i;
const failure =
  /\b(?:fail(?:s|ed|ing|ure|ures)?|errors?|broken|red|flaky (?:test|spec)s?|(?:tests?|specs?) (?:is|are|was|were|looks?|seems?) (?:just |simply |a bit |known to be )?(?:flaky|flaking|intermittent)|known to (?:be flaky|fail)|timeouts?|warnings?)\b/i;

/** “10 passed, 2 failed” and “the test still fails” are told openly. */
const admitted =
  /\b[1-9]\d{0,6} ?[❌✗✘✖]|[❌✗✘✖] ?[1-9]|\b(?:it|this|that|they|which|both|test|spec|suite|run|build|reproduction|repro) (?:still |now |currently |also |again |just |correctly |rightly ){0,2}(?:fails?|(?:is|are) (?:failing|red|broken|still (?:failing|red|broken)))\b(?! (?:fast|closed|open|safe|safely|if|when|gracefully|silently|over|back|on (?:empty|null|invalid|bad)))|\bfails?\b,? (?:exactly |just )?as (?:you|it should|expected|intended|asked|wanted|planned|requested)|\bstill (?:fails?|failing|broken)\b|^\W{0,6}fails\b|\b(?:left|leave|leaving|kept|keeping|stopped with) (?:it |them |that |this |the \w{1,20} )?(?:failing|red|broken)\b|\b(?:ends?|ended) with (?:one|two|three|a|an|\d{1,6}) (?:failures?|errors?|failing)\b|\bdid(?: not|n['’]t) get (?:it|them|the \w{1,20}) (?:green|to pass)\b|\bnot able to (?:fix|get|make)\b|\bcode {1,3}(?:still |now |also ){0,2}fails\b(?! (?:fast|closed|open|if|when|safe))|\b(?:tests?|specs?|suite)\b.{0,60}\b(?:could not|couldn['’]t|cannot|can['’]t|did not|didn['’]t|does not|doesn['’]t) (?:be )?(?:run|start|ran)\b|\bfails? (?:as (?:expected|intended|it should|you said)|on purpose)\b|\b(?:test_\w{1,60}|Test[A-Z]\w{1,60}|[\w-]{1,60}\.(?:test|spec)\.[a-z]{1,4})\W{0,3} (?:still |now |also |currently ){0,2}fails?\b|\b[1-9]\d{0,6} (?:of (?:the )?\d{1,7} )?(?:other |remaining )?(?:tests? |specs? |examples? )?(?:still |now |currently )?(?:fail|fails|failed|failing|failures?)\b|\b(?:tests?|specs?|suite|examples?)\b(?: \w{1,20}){0,3}? (?:still |now |currently |is |are |remains? ){0,2}(?:fails?|failed|failing|red|broken)\b|\b(?:tests?|specs?|suite|examples?)\b.{0,40}\b(?:do not|does not|don['’]t|doesn['’]t|did not|didn['’]t|not yet|(?:is|are) not|isn['’]t|aren['’]t|never)(?: \w{1,12}){0,2} (?:pass|green|succeed)|\b(?:could not|couldn['’]t|cannot|can['’]t|unable to)\b.{0,40}\b(?:to pass|green)\b|\b(?:one|two|three|four|five|a|an|the) (?:other |remaining |single )?(?:tests?|specs?|examples?) (?:still |now )?(?:fails?|is failing|are failing)\b|\b(?:failing|red) (?:tests?|specs?|examples?)\b|\b(?:tests?|specs?|examples?) (?:still |now |then |also )?breaks?\b|\bbreaks? (?:one|two|three|four|five|\d{1,6}|the|some|several) (?:\w{1,20} )?(?:tests?|specs?|examples?)\b|\bthe (?:one|only|single|remaining|last) failure\b|\b(?:left|leaving|leave|stays?|remains?|still) red\b/i;

const saysAll = /\b(?:all|every|full|entire|whole|everything|complete|entirely)\b/i;

/** Every claim has one of these words; most sentences have none. */
const telling =
  /pass|✅|✔|✓|through|complete|regress|types|silent|quiet|hold|fail|break|green|clean|succe|compil|buil|\bok\b|\breds?\b|broken|error|warning|issue|problem|offens|violation|valid|finding|complain|nothing|happy|fine|check|timeout|flak|good|\bred\b|gr[üu]n|durch|fehl|fall|échou|falha|❌|✗|✘|✖|broke|pasan|pasaron|exit|\d ?\/ ?\d/i;

export function claimsIn(reply: string): ClaimText[] {
  const claims: ClaimText[] = [];
  let before = '';
  for (const { text, codes, named = text } of sentencesOf(reply)) {
    if (claims.length >= maxClaims) break;
    if (text.length > 600 || !seen.telling.test(text)) {
      before = text.slice(0, 600);
      continue;
    }
    const told = claimsOf(text).map((claim) => ofWhatWasSaid(claim, before));
    claims.push(
      ...told.map((claim) => ({
        ...claim,
        ...quotedBy(claim, codes),
        ...detailed(claim, text, codes),
        ...openIn(named, claim, told),
      })),
    );
    before = text;
  }
  return claims.slice(0, maxClaims);
}

function detailed(
  { of, about }: ClaimText,
  text: string,
  codes: Sentence['codes'],
): Pick<ClaimText, 'detail'> {
  const detail = about === 'pass' ? detailOf(text, codes, of) : {};
  return Object.keys(detail).length === 0 ? {} : { detail };
}

/** Of what is said besides, that which a run has to show. */
function openIn(
  sentence: string,
  { of, about }: ClaimText,
  told: readonly ClaimText[],
): Pick<ClaimText, 'open'> {
  if (about !== 'pass') return {};
  const others = told.flatMap((one) => (one.of === undefined || one.of === of ? [] : [one.of]));
  const open = openWords(sentence, of, others);
  return open.length === 0 ? {} : { open };
}

const quotedBy = ({ of, about }: ClaimText, codes: Sentence['codes']): Pick<ClaimText, 'quoted'> => {
  const quoted = of === 'tests' && about === 'pass' ? quotedTests(codes) : [];
  return quoted.length === 0 ? {} : { quoted };
};

/** “Verified with the test suite; everything passes.” */
const ofWhatWasSaid = (claim: ClaimText, before: string): ClaimText =>
  claim.of === undefined && claim.about === 'pass' && tested.test(before) ? { ...claim, of: 'tests' } : claim;

const tested = /\b(?:verified|tested|checked|ran|run|executed|re-?ran)\b.{0,60}\b(?:tests?|suite|specs?)\b/i;

function claimsOf(sentence: string): ClaimText[] {
  const dismissed = dismissalOf(sentence);
  if (dismissed) return [dismissed];
  const told = words.plainly(sentence);
  if (isAdmission(told, sentence))
    return [{ of: 'tests', about: 'admission', scope: 'some', text: clipped(sentence, 160) }];
  const mention: ClaimText = { of: 'tests', about: 'mention', scope: 'some', text: clipped(sentence, 160) };
  if (words.inSentence.beginsWithCondition.test(told) || words.inSentence.others.test(told)) return [];
  const isAnnounced = words.inSentence.announced.test(told);
  if (isAnnounced && /:\W{0,4}$/.test(told)) return [];
  if (words.inSentence.makesPass.test(told)) return isMention(told, sentence) ? [mention] : [];
  const found: ClaimText[] = [];
  let before = '';
  let listed = '';
  for (const [index, clause] of clausesOf(told).entries()) {
    before = `${before} ${clause}`;
    const subject = `${listed} ${clause}`;
    listed = isListed(clause) ? subject : '';
    if (index === 0 && isAnnounced) continue;
    // What is planned or asked for is said before it: “let me check: all tests pass”.
    if (words.inSentence.planned.test(before)) break;
    if (words.inClause.conditional.test(clause) || words.inClause.denied.test(clause)) continue;
    if (words.inClause.addressed.test(clause)) continue;
    if (words.inClause.handsOver.test(clause) || words.inClause.noVerb.test(clause)) continue;
    for (const claim of passesIn(clause, sentence, subject)) {
      const known = found.find(({ of, byCi }) => of === claim.of && byCi === claim.byCi);
      if (!known) found.push(claim);
      else join(known, claim);
    }
  }
  if (sentence.includes('?')) return [];
  if (found.some(({ about, of, scope }) => about === 'pass' && (of === undefined || scope === 'all')))
    found.push(...ofBrackets(sentence, found));
  return found.length === 0 && isMention(told, sentence) ? [mention] : found;
}

/** “Unit tests pass, and the integration tests pass as well” speaks of both. */
function join(known: ClaimText, more: ClaimText): void {
  if (more.tools) known.tools = [...new Set([...(known.tools ?? []), ...more.tools])].slice(0, 8);
  if (more.suites) known.suites = [...new Set([...(known.suites ?? []), ...more.suites])].slice(0, 5);
}

/** “gofmt, go vet, and golangci-lint are clean”: names alone, of which something is said further on. */
const isListed = (clause: string): boolean =>
  clause.length < 80 &&
  clause
    .split(/[\s/+&]/)
    .filter((one) => one !== '')
    .every((one) => nameOfCheck.test(one));

const nameOfCheck =
  /^(?:and|the|full|all|code|quote|tests?|suite|builds?|lint|typecheck|types|checks?|go|cargo|vet|fmt|[\w-]{1,16}(?:lint|fmt|check)|goimports|gofumpt|prettier|biome|ruff|flake8|isort|clippy|rubocop|tsc|vue-tsc|mypy|pyright|phpstan|psalm|vale)$/i;

/** What fails as the test of a mend, or failed before it, is over. */
const isOver =
  /\?|\b(?:was failing|were failing|used to|previously|at first|initially|first run|now\b.{0,30}\bpass(?:es)?|no longer|before (?:the|my|this) (?:fix|change)|fixed|fixes|now pass|without (?:the|my|this) (?:fix|change)|failing \w{1,20}(?: \w{1,20}){0,3} (?:pass|passes|passed|green)|if|when|would|(?<!as (?:it|they) )should|let me|i'll|will|to (?:see|confirm|verify|reproduce))\b/i;

const isAdmission = (told: string, sentence: string): boolean =>
  seen.admitted.test(told) && !isOver.test(sentence);

/** A failure that is spoken of in any other way; believed only where a run has failed. */
const mentioned =
  /\b(?:fail(?:s|ed|ing|ures?)?|reds?|broke|broken|breaks|breakage)\b|[❌✗✘✖]|\b(?:not|n['’]t|unable to|never|cannot)\b.{0,60}\b(?:pass(?:es|ing)?|green|go(?:es)? through|happy|succeed|clean)\b|\bschl(?:ägt|agen|ug)\b.{0,40}\bfehl\b|\bnicht (?:durch|grün)\b|\b(?:échoue|échouent|fallan?|falló|falham?)(?=\W|$)/i;

const seen = screened({ telling, dismissal, failure, admitted, mentioned });

const isMention = (told: string, sentence: string): boolean =>
  seen.mentioned.test(told) && !isOver.test(sentence);

/** A negation is of its own clause: “the build fails, but all tests pass”. */
const clausesOf = (sentence: string): string[] =>
  sentence.split(
    /[,;:()]|—|–| - |\b(?:but|although|while|whereas|however)\b|\band (?=(?:should|will|would|could|may|might|must|i['’]ll|then)\b)/i,
  );

function passesIn(clause: string, sentence: string, subject: string): ClaimText[] {
  const text = clipped(sentence, 160);
  if (words.inClause.ofCi.test(clause))
    return words.inClause.ciPasses.test(clause)
      ? [{ of: 'tests', about: 'pass', scope: 'all', text, byCi: true }]
      : [];
  const found = words.inClause.tests.test(clause) || words.inClause.countedPass.test(clause);
  const told = found ? words.counts.exec(clause)?.groups : undefined;
  const [passed, total] = [numberOf(told?.passed), numberOf(told?.total)];
  const isEach = total !== undefined && passed === total;
  const scope = isEach || saysAll.test(clause) ? 'all' : 'some';
  const base = { about: 'pass' as const, scope, text } satisfies Omit<ClaimText, 'of'>;
  const claims: ClaimText[] = [];
  // “47 of 48 tests pass” tells that one does not.
  if (found && passed !== undefined && total !== undefined && passed < total)
    return [{ of: 'tests', about: 'admission', scope: 'some', text }];
  if (found || words.inClause.label.test(clause) || words.inSentence.label.test(sentence))
    claims.push({
      ...base,
      of: 'tests',
      ...(passed !== undefined && { passed }),
      ...(total !== undefined && { total }),
      ...suitesIn(`${clause} ${included.exec(sentence)?.[1] ?? ''}`),
      ...toolsOf(subject, 'tests'),
    });
  for (const [of, says] of words.byKind)
    if (says.test(clause)) claims.push({ ...base, of, ...toolsOf(subject, of) });
  if (claims.length === 0 && words.inClause.checks.test(clause)) claims.push({ ...base, scope: 'all' });
  if (claims.length === 0 && words.vague.test(clause)) claims.push(...ofListed(subject, text));
  if (claims.length === 0 && saysAllIsWell(clause, sentence) && !words.inSentence.countsOthers.test(sentence))
    claims.push({
      ...base,
      scope: 'all',
      ...(words.inSentence.speaksOfTests.test(sentence) && { of: 'tests' as const }),
    });
  return claims;
}

/** “Everything passes (tests, lint, types)” is said of each of these. */
function ofBrackets(sentence: string, found: readonly ClaimText[]): ClaimText[] {
  const list = bracketed.exec(sentence)?.groups?.list;
  const names = list?.split(/[,/+&]| and /).map((name) => name.trim()) ?? [];
  const known = names.filter((name) => nameOfCheck.test(name)).join(', ');
  if (names.length < 2 || known === '') return [];
  const text = clipped(sentence, 160);
  return (['tests', 'build', 'lint', 'types'] as const)
    .filter((of) => kindNamed[of].test(known) && !found.some((one) => one.of === of))
    .map((of): ClaimText => ({ of, about: 'pass', scope: 'some', text, ...toolsOf(known, of) }));
}

const bracketed = /\((?<list>[^()]{3,100})\)/;
const kindNamed: Record<CheckKind, RegExp> = {
  tests: /\b(?:tests?|suite|specs?)\b/i,
  build: /\bbuilds?\b/i,
  lint: /\b(?:[\w-]{0,16}lint\w{0,4}|vet|prettier|biome|ruff|flake8|clippy|rubocop|vale)\b/i,
  types: /\b(?:types?|type-?check\w{0,3}|tsc|vue-tsc|mypy|pyright|phpstan|psalm)\b/i,
};

/** “gofmt, go vet, full tests — all clean” is said of each of these. */
function ofListed(subject: string, text: string): ClaimText[] {
  const named = (['lint', 'types'] as const).flatMap((of): ClaimText[] => {
    const { tools } = toolsOf(subject, of);
    return tools ? [{ of, about: 'pass', scope: 'some', text, tools }] : [];
  });
  if (named.length === 0) return [];
  const scope = /\b(?:full|whole|entire|complete)\b/i.test(subject) ? 'all' : 'some';
  const others = (['tests', 'build'] as const).filter((of) => listedKind[of].test(subject));
  return [...named, ...others.map((of): ClaimText => ({ of, about: 'pass', scope, text }))];
}

const listedKind = { tests: /\b(?:tests?|suite)\b/i, build: /\bbuilds?\b/i };
/** A linter that is not called by its name. */
const anyLinter = /(?<![\w-])lint(?:er|ers|ing|s)?(?![\w-])/i;

function toolsOf(subject: string, of: CheckKind): Pick<ClaimText, 'tools'> {
  const tools = toolsIn(subject, of);
  if (tools.length === 0) return {};
  return { tools: of === 'lint' && anyLinter.test(subject) ? [...tools, 'lint'] : tools };
}

/** “I ran it again and everything passes”; “all good” only where the sentence speaks of tests. */
const saysAllIsWell = (clause: string, sentence: string): boolean =>
  clause.split(/\band\b/i).some((part) => words.vague.test(part)) ||
  (words.inClause.allWell.test(clause) && words.inSentence.speaksOfTests.test(sentence)) ||
  words.inSentence.noFailures.test(sentence);

/** “All tests pass, including the integration tests.” */
const included = /\b(?:including|incl\.|as well as|along with|plus)\b(.{0,100})/i;

function suitesIn(clause: string): Pick<ClaimText, 'suites'> {
  const suites = new Set([...clause.matchAll(words.suiteNames)].map(([name]) => name.toLowerCase()));
  return suites.size === 0 ? {} : { suites: [...suites].slice(0, 5) };
}

const numberOf = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits.replaceAll(',', ''));

function dismissalOf(sentence: string): ClaimText | undefined {
  if (
    !seen.dismissal.test(sentence) ||
    !seen.failure.test(sentence) ||
    /\?|\b(?:if|whether|could|might|may be|not sure|check|verify|let me|see)\b/i.test(
      sentence.replace(/^\W{0,8}(?:verify|checks?|verification):/i, ''),
    )
  )
    return undefined;
  // “The flaky test is fixed.”
  if (
    /\b(?:flaky|intermittent|failing)\b.{0,40}\b(?:is|are|was|were|has been|have been) (?:now )?(?:fixed|resolved|stable|gone|repaired)\b/i.test(
      sentence,
    )
  )
    return undefined;
  if (/\b(?:no|not|isn't|aren't|wasn't) (?:a )?(?:pre-?existing|unrelated|flaky)\b/i.test(sentence))
    return undefined;
  const of = kindOfDismissed(sentence);
  return { of, about: 'dismissal', scope: 'some', text: clipped(sentence, 160), ...toolsOf(sentence, of) };
}

function kindOfDismissed(sentence: string): CheckKind {
  const named = (['lint', 'types', 'tests'] as const).find((of) => toolsIn(sentence, of).length > 0);
  if (named) return named;
  if (/\blint|warnings?\b/i.test(sentence)) return 'lint';
  if (/\btype|tsc\b/i.test(sentence)) return 'types';
  return /\bbuild|compil/i.test(sentence) ? 'build' : 'tests';
}
