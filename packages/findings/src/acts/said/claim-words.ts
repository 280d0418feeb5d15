import type { CheckKind } from '../../check-kind.ts';
import { type Screened, screened, screenedAll } from '../../screen/screened.ts';

/** The words by which replies speak of checks. Every one is for one sentence, which is short. */

/** A plan, a wish, a question: what stands behind it in the sentence is not stated either. */
const planned =
  /\?|\b(?:should|would|could|might|may|must|whether|ensure|ensures|ensuring|make sure|need(?:s|ed)? to|so that|so the|(?<!as )expect(?:s|ed)?|keep(?:s|ing)? (?:the|all|our|your|my|every)|let me|let's|i'll|i will|we'll|going to|want(?:s)?|try(?:ing)?|wait(?:ing)?|to (?:verify|confirm|check|see|make|run|ensure|get|validate)|verify(?:ing)? (?:that|the|all|tests)|confirm (?:that|the|all)|check(?:ing)? (?:that|if|whether)|see if|assuming|hopefully|todo|goal|(?:test )?plan|checklist|definition of done|requires?|criteria|will|next|then (?:run|commit|push)|proceed|whenever|or not|example|e\.g|my (?:recommendation|proposal|suggestion)|i(?:['’]d)? (?:recommend|propose|suggest)|proposed (?:split|order|commits|sequence|plan))\b/i;
/** A condition holds for the clause that it stands in, and for the whole sentence where it begins it. */
const conditional =
  /\b(?:if|when|once|unless|until|after you|by the time|as soon as|each time|every time)\b/i;
const beginsWithCondition =
  /^\W{0,8}(?:(?:and|but|so|then|now) )?(?:if|when|once|unless|until|assuming|after you|by the time|as soon as)\b/i;

/** Somebody else did it, or said it. A part of the program that is called so (“the worker tests”) is none. */
const others =
  /\b(?:reviewers?|review (?:passed|found)|sub-?agents?|the agent|agents?|upstream|author|coordinator|worker|teammate|previous(?:ly)?|baseline)\b(?! (?:\w{1,20} ){0,2}(?:tests?|specs?|suites?)\b)|\b(?:according to|reports? that|(?<!\b(?:no|zero|0|any) (?:\w{1,20} ){1,2})reported|claims?|says(?! so\b)|said|pr (?:says|description)|earlier session|main branch|on main)\b/i;

/** What it says to the person is about them only in the clause in which they stand: “all tests pass, you can merge”. */
const addressed =
  /\b(?:user|you(?:r|'ve)?)\b(?! (?:\w{1,20} ){0,2}(?:tests?|specs?|suites?)\b)(?! (?:asked|wanted|requested|said|suggested|wished)\b)/i;

/** What runs on the forge, and not on the machine. */
const ofCi =
  /\b(?:ci(?! (?:scripts?|images?|config\w{0,10}|files?)\b)|pipelines?|(?:github )?actions|workflows?|(?:pr|pull request|merge request|mr|branch|status) checks|(?:all|every|both|the|its|build|test) (?:jobs?|matrix)|checks (?:on|of|for) (?:the |this |that )?(?:pr|pull request|mr|merge request|branch)|build (?:server|bot))\b/i;

const noFaults =
  '(?:failures?|failed|failing|errors?|warnings?|issues?|problems?|offenses?|violations?|findings?|complaints?)';

/** Ways to say that something passes by what there is none of, each with plainer words for it. */
const plainer: readonly (readonly [said: RegExp, plain: string])[] = [
  // “The change passes all tests”, “this passes the full suite”.
  [
    /\bpass(?:es|ed|ing)? (?:all|every|each|both|the (?:full|whole|entire|complete|existing|unit|\w{1,12} test))(?: of)?(?: the| our| \d{1,6})? ?(?:\w{1,20} ){0,2}?(tests?|suites?|specs?|checks)\b/gi,
    ' all $1 pass ',
  ],
  // “48 green, 0 red”, “no tests broke”, “nothing fails any more”.
  [/\b(\d[\d,]{0,6}) green\b/gi, '$1 tests passed '],
  [/\bnothing (?:fails?|failed|broke|breaks|is (?:red|failing|broken))\b/gi, ' everything passes '],
  [/\btested and (?=green|passing)/gi, ' tests are '],
  // “Lint: clean”, “- eslint — 0 problems”, “Types ✅”: a list of checks.
  [
    new RegExp(
      `\\b([\\w-]{0,20}lint(?:er|ing|s)?|types|type ?-?check(?:s|ing|er)?|tsc|mypy|pyright|ruff|clippy|biome|prettier|rubocop|format(?:ting)?|build|compilation|vet)\\b(?: (?:status|results?|check))?(?:\\s?(?::|—|–| - | = )\\s?|\\s)(?:(?:all|now|still) )?(?:(?:clean|green|ok|okay|pass(?:es|ed|ing)?|successful|succeed(?:s|ed)|fine|done|happy)(?=\\W{0,4}$|[,;.(])|(?:no|0|zero) (?:\\w{1,12} )?${noFaults}\\b|none(?=\\W{0,4}$)|[✅✔✓]\\uFE0F?)`,
      'gi',
    ),
    '$1 is clean ',
  ],
  // “The config test passes” is about a setting.
  [/\bconfig(?:uration)? (?:tests?|checks?)\b/gi, ' lint '],
  // “The linter no longer complains”, “ruff reports nothing”, “golangci-lint: 0 issues”.
  [/\bno longer (?:complains?|errors|fails?|breaks?|reports? (?:any |an? )?\w{1,20})\b/gi, ' is clean '],
  [
    new RegExp(
      `\\b([\\w-]{0,20}lint[\\w-]{0,20}|ruff|clippy|biome|rubocop|mypy|pyright|tsc|phpstan|detekt|credo|shellcheck):? (?:(?:reports?|shows?|prints?|says|finds?) )?(?:nothing|(?:no|0|zero) ${noFaults})\\b`,
      'gi',
    ),
    '$1 is clean ',
  ],
  // The same in other languages that agents answer in.
  [
    /\btests? (?:laufen|liefen|gehen|gingen) (?:(?:jetzt|nun|wieder|alle) ){0,2}durch\b/gi,
    ' all tests pass ',
  ],
  [/\b(?:läuft|lief|geht) (?:(?:jetzt|nun|wieder) ){0,2}durch\b/gi, ' passes '],
  [/\b(?:sind|ist) (?:(?:jetzt|nun|wieder|alle) ){0,2}grün(?=\W|$)/gi, ' are green '],
  [/\btests? passent\b|\b(?:pruebas|tests) (?:pasan|pasaron)\b|\btestes passam\b/gi, ' all tests pass '],
  // “45 tests pass and none fails.”
  [/,? (?:and |with )?(?:none|not one|not a single one|none of them) (?:fails?|failed|failing|red)\b/gi, ' '],
  // “Six tests ran, zero failed”, “51 runs, 0 failures, 0 errors”, “ran 11 tests without a failure”.
  [
    /\b((?:\d[\d,]{0,6}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:tests?|specs?|examples?|scenarios?|runs|cases))(?: ran)?,? (?:and |with )?(?:(?:no|zero|0|none|not one) (?:failures?|failed|fails?|failing|errors?)|without (?:a |any |a single |one )?(?:failures?|errors?))(?:,? (?:and )?(?:no|zero|0) (?:errors?|failures?|skips?|skipped))?\b/gi,
    '$1 passed ',
  ],
  // “58 tests, 0 failures”, “ran the full suite, no failures”.
  [
    new RegExp(
      `\\b(\\d[\\d,]{0,6} (?:tests?|specs?|examples?|scenarios?)),? (?:and |with )?(?:no|zero|0) ${noFaults}\\b`,
      'gi',
    ),
    '$1 passed ',
  ],
  [
    /\b(suites?|specs?|tests?|examples?|test run|run)[,:;]? (?:and |with )?(?:no|zero|0|not a single) (?:failures?|failed|failing)\b/gi,
    '$1 passed ',
  ],
  // “No test fails”, “none of the tests failed”.
  [
    /\b(?:no|none of the|not a single|zero) (?:\w{1,20} )?(?:tests?|specs?|examples?) (?:fails?|failed|(?:is|are|was|were) failing|broke|breaks?|regress(?:ed)?)\b|\bno (?:failing (?:tests?|specs?)|test failures?)\b|\bzero (?:failing tests?|test failures?)\b|\bno regressions? in (?:the |any )?(?:tests?|suite|specs?)\b/gi,
    ' tests pass ',
  ],
  [
    /\b(?:no|zero|0|not a single) (?:test )?(?:failures?|failing tests?) (?:in|across|from|over|during) (?:the |any |all )?(?:\w{1,20} ){0,2}(?:tests?|suites?|specs?|run)\b/gi,
    ' tests pass ',
  ],
  // “No type errors”, “zero lint warnings”, “no compile errors”.
  [
    /\b(?:no|zero|0|without(?: any)?) (?:type|typescript|tsc|mypy|pyright|typing) (?:errors?|issues?|problems?)\b/gi,
    ' typecheck is clean ',
  ],
  [
    /\b(?:no|zero|0|without(?: any)?) (?:lint(?:er|ing)?|eslint|ruff|clippy|biome|rubocop) (?:errors?|warnings?|issues?|problems?|offenses?|complaints?)\b/gi,
    ' lint is clean ',
  ],
  [
    /\b(?:no|zero|0|without(?: any)?) (?:compil(?:e|er|ation)|build) (?:errors?|failures?)\b/gi,
    ' build is clean ',
  ],
  // “ESLint reports no errors”, “mypy has nothing to say”.
  [
    new RegExp(
      `\\b(?:reports?|reported|shows?|showed|finds?|found|has|have|had|gives?|gave|returns?|returned|(?:runs?|ran|finish(?:es|ed)?|complete[sd]?|exits?|exited|comes? back|came back)(?= with)) (?:with )?(?:no|zero|0)(?: \\w{1,20})? ${noFaults}\\b`,
      'gi',
    ),
    ' is clean ',
  ],
  [/\b(?:has|have|had|found|finds?) nothing(?: to (?:say|complain about|report))?\b/gi, ' is clean '],
  [
    /\b(?:runs?|ran|finish(?:es|ed)?|complete[sd]?|went|goes)(?: through)? without (?:any |a )?(?:single )?(?:failures?|errors?)\b/gi,
    ' is clean ',
  ],
];

/** “No failures”, “0 failed”: said of a run that passed. */
const absences =
  /\b(?:no|zero|0|without(?: any)?|with no) (?:\w{1,20} )?(?:failures?|failed|fail|failing tests?|failing specs?|errors?|regressions?|warnings?|issues?|problems?|breakage)\b/gi;

/** “The failing test now passes” says that one passes. */
const onceFailing = /\bfailing (?=(?:tests?|specs?|examples?)\b.{0,40}\b(?:pass|green))/gi;

/** “The full suite (812 tests) passes”: what stands between the two is said besides. */
const inserted =
  /\s?\([^()]{1,120}\)(?= (?:\w{1,12} ){0,2}(?:pass|green|succeed|went|ran|runs?\b|complete|hold|came|comes|fine|ok\b))/gi;
/** “It no longer throws and the tests pass”: what is mended denies nothing of what follows. */
const mended =
  /^[^,;:]{0,200}\bno longer (?!pass|green|succe|build|compil)[^,;:]{1,120}? and (?=(?:the|all|every|both|our|my|its)\b)/i;
/** A test by its name: `TestQuote`, `test_login`, `LoginSpec`. */
const testName = /\b(?:Test[A-Z]\w{2,60}|test_\w{2,60}|[A-Z]\w{1,60}(?:Tests?|Specs?))\b/g;

const saidOtherwise = screenedAll(plainer.map(([said]) => said));

/** Each of those has one of these words; most sentences have none. */
const mayBePlainer =
  /grün|[✅✔✓]|(?:lint\w{0,3}|types|check\w{0,3}|tsc|mypy|pyright|ruff|clippy|biome|prettier|rubocop|format\w{0,4}|build|compilation|vet)\b(?: \w{1,7})?\s?(?::|—|–| - | = )|\bconfig(?:uration)? (?:test|check)|\b(?:no|zero|0|none|nothing|without|green|tested|failing|not a single|durch|passent|pasan|pasaron|passam|(?:with|and) no|pass(?:es|ed|ing)? (?:all|every|each|both|the))\b/i;

/** The sentence in the words that the others here are written for. */
export function plainly(sentence: string): string {
  let told = sentence.includes(', ')
    ? sentence.replace(/, (?=which\b|that\b|and (?:it|they)\b)/gi, ' ')
    : sentence;
  if (told.includes('(')) told = told.replace(inserted, ' ');
  if (told.includes('no longer')) told = told.replace(mended, '');
  if (/Test|test_|Spec/.test(told)) told = told.replace(testName, ' test ');
  if (told.includes('  ')) told = told.replace(/ {2,6}/g, ' ');
  if (!mayBePlainer.test(told)) return told;
  for (const [index, [said, plain]] of plainer.entries())
    if (saidOtherwise[index]?.may(told)) told = told.replace(said, plain);
  return told.replace(absences, ' ').replace(onceFailing, '');
}

const denied =
  /\b(?:not|never|nothing|none|cannot|can't|fail(?:s|ed|ing|ures?)?|failing|broke|broken|breaks|but|except|apart from|other than|most|some|only|almost|nearly|partially|still (?:fail|broken)|didn't|doesn't|don't|isn't|aren't|wasn't|weren't|won't|haven't|hasn't|unable|skipp?ed|missing|no longer|instead of|rather than|before (?:my|the|this|these|our) (?:changes?|edits?|fix\w{0,3}|commits?|refactor\w{0,5}|work)|nicht)\b|n['’]t\b/i;

/** “The test passes a null cart” hands something over; “the tests pass in the container” do not. */
const handsOver =
  /\bpass(?:es|ed|ing)? (?:a|an|the|null|undefined|through(?! (?:cleanly|fine))|to|it|them|this|that|its|each|along|over|by|code|quote|valid|invalid|empty|any|some|one|options?|params?|props?|args?)\b|\bpass(?:es|ed|ing)? (?:in|on)\b(?! (?:(?:the|a|my|our|this|that|every|all|both|each|its|\d{1,3}|two|three|four|five|node|python|java|go|ruby|php|postgres|mysql|sqlite|\w{1,12}) ){0,4}(?:\d|\w{0,10} ?ms\b|ci\b|isolation\b|containers?\b|docker\b|simulators?\b|emulators?\b|devices?\b|machines?\b|side\b|end\b|branch\b|main\b|platforms?\b|versions?\b|interpreters?\b|browsers?\b|packages?\b|projects?\b|modules?\b|workspaces?\b|crates?\b|files?\b|code\b|code ?base\b|repo(?:sitory)?\b|environments?\b|windows\b|linux\b|macos\b|node\b|python\b|chromium\b|firefox\b|webkit\b|parallel\b|sequence\b|order\b|total\b|full\b|gitlab\b|github\b|server\b|host\b|seconds?\b|s\b))/i;
/** “The markdownlint pass did something”, “what build.mjs passes today”: no check passes in these. */
const noVerb =
  /\bpass(?:[- ]rates?|[- ]?\/[- ]?fail|-?through|word|port|[- ]criteria|[- ]threshold)\b|\b(?:the|an?|one|another|this|that|each|every|first|second|third|final|last|next|single|quick|full|extra|separate|my|our) (?:[\w-]{1,20} )?(?:[a-z-]{0,16}lint(?:ing)?|go vet|vet|gofmt|prettier|biome|ruff|clippy|rubocop|vale|format(?:ting|ter)?|type-?check(?:ing|er)?|tsc|mypy|build|compile|compiler|cleanup|review|verification) pass\b|\bwhat (?:[^ ]{1,60} ){1,4}pass(?:es|ed)\b/i;
/** “Verifying each commit builds:” tells what comes next. */
const announced =
  /^\W{0,8}(?:(?:now|next|then|first|finally|so|also|good|great|ok|okay|and|meanwhile)\W{1,4}){0,3}(?:re-?)?(?:verifying|checking|confirming|validating|running|making sure|ensuring|double-checking|proving)\b/i;
const makesPass = /\b(?:make|makes|making|made|get|getting|gets|help|lets?|allow(?:s|ed)?)\b.{0,40}\bpass/i;

export const counts =
  /\b(?<passed>\d[\d,]{0,6})(?: ?(?:\/|of) ?(?<total>\d[\d,]{0,6}))? (?:(?!and |or |but |with |so )[a-z/@._-]{1,30} ){0,4}?(?:tests?|specs?|examples?|scenarios?|test cases?|passed|passing|pass)\b/i;

const passes =
  '(?:pass(?:es|ed|ing)?|exit(?:s|ed)?(?: with)?(?: code| status)? 0|(?:is|are|was|were) (?:\\w{1,12} and |fully |completely |entirely |again |now |still |all ){1,2}green|(?:(?:is|are|was|were|all|now|still|again|back to|stays?|stayed|remains?|remained|runs?|ran|comes? back|came back|went|turned|tests?|suite|specs|run) )green|succeed(?:s|ed)?|(?:is|are|was|were|now|still|all|runs?|ran|comes? back|came back|finish(?:es|ed)?) (?:clean|ok|okay|successful(?:ly)?|happy|fine|good)|check(?:s|ed)? out|(?:went|go|goes|came|comes|ran|run|runs) through|complete[sd]? (?:successfully|cleanly|fine|without)|hold)';
const runners =
  'jest|vitest|pytest|py\\.test|mocha|rspec|minitest|phpunit|pest|ctest|tox|nox|playwright|cypress|junit|nextest|bats|ava|karma|jasmine|gotestsum|exunit|unittest|e2e|end-to-end';
const subjects = `(?:tests?|specs?|suites?|test cases?|test files?|assertions?|examples|scenarios|(?:test|full|whole|complete|final|entire|end-to-end|e2e|green) run|workspace|${runners}|(?:all|every|each|both|two|three|four|five|\\d{1,3}) (?:of the )?(?:[a-z]{1,20} )?(?:packages?|workspaces?|projects?|modules?|crates?|interpreters?|environments?|envs|versions|platforms))`;
const tests = new RegExp(
  `\\b(?:[a-z0-9/@._-]{1,30} ){0,5}?${subjects}\\b(?:[^.]{0,60}?\\b${passes}| (?:all )?(?:green|ok))\\b`,
  'i',
);
/** “All checks pass”: of whatever was run. */
const checks = new RegExp(
  `\\b(?:checks|(?:ci|check|verification) scripts?|(?:make|just|task|mise run|npm run|pnpm|yarn|mvnw?|mvnd|gradlew?|rake|cargo make) (?:clean )?(?:check|ci|verify|validate|all|install)|tox|nox|pre-commit)\\b[^.]{0,40}?\\b${passes}\\b`,
  'i',
);
/** Whether a sentence speaks of tests at all. */
const speaksOfTests = new RegExp(`\\b(?:tests?|specs?|suites?|examples|scenarios|${runners})\\b`, 'i');
const countedPass =
  /\b(?<passed>\d[\d,]{0,6})(?: ?(?:\/|of|out of) ?(?<total>\d[\d,]{0,6}))? (?:tests? |unit tests? |specs? |examples? |scenarios? )?(?:pass(?:ed|ing)?\b(?! the| a ))/i;
const builds =
  /\b(?:build|compilation|compile)s?\b[^.]{0,30}\b(?:succeed(?:s|ed)?|pass(?:es|ed)?|(?:is|are|was|comes? back|came back|exits?) (?:clean|green|ok|0|fine|happy)|success(?:ful|fully)?|clean(?:ly)?(?! up)|works)\b|\b(?:builds|compiles|compiled|built) (?:successfully|cleanly|fine|without errors|clean|ok)\b|\b(?:image|project|app|application|crate|package|workspace|bundle|everything|code|it|binary|container|site|target|solution|module) (?:now |still |again |all ){0,2}(?:builds|compiles|built|compiled)(?: (?:again|now|too|with(?!out)|from|in \d|for)\b|\W{0,6}$)|\b(?:images|modules|packages|crates|projects) (?:now |still |again |all ){0,2}(?:build|compile)(?: (?:again|now|too)\b|\W{0,6}$)/i;
const lints =
  /\b(?:[a-z-]{0,16}lint(?:er|ers|ing|s)?|eslint|oxlint|stylelint|prettier|flake8|pylint|shellcheck|ktlint|detekt|checkstyle|swiftlint|credo|phpcs|php-cs-fixer|(?:go )?vet|go ?fmt|goimports|gofumpt|rustfmt|cargo fmt|isort|autopep8|yapf|staticcheck|cspell|sqlfluff|gosec|golangci-lint|biome|ruff|clippy|rubocop|format(?:ting)? check|(?:terraform|tofu|packer|cfn|helm) (?:validate|lint)|hadolint|actionlint|yamllint|tflint|ansible-lint|static analysis|analy[sz]er)\b[^.]{0,30}\b(?:pass(?:es|ed)?|(?:is|are|was|comes? back|came back) (?:clean|green|ok|happy|fine|silent|quiet)|clean(?! up)|green|succeed(?:s|ed)?|(?:reports?|reported|gives?|gave|shows?|showed|finds?|found|has|had|with|says) (?:no|zero|0) (?:more |new |remaining )?(?:warnings?|errors?|issues?|problems?|offen[cs]es|violations|findings|complaints))\b|\b(?:configurations?|configs?|manifests?|charts?|playbooks?|workflows?) (?:is|are) (?:now |still |all ){0,2}(?:valid|well-formed)\b|\b(?:configurations?|configs?|manifests?|charts?|playbooks?) (?:now |all ){0,2}validates?(?: (?:cleanly|fine|ok|successfully|now|again)\b|\W{0,6}$)/i;
const types =
  /\btypes check\b(?! (?:for|whether|if))|\b(?:type ?-?checks?|types|typescript|typecheck(?:ing|s|er)?|type[- ]check(?:ing|ers?)|vue-tsc|svelte-check|tsc|mypy|pyright|phpstan|psalm|sorbet|dialyzer)\b[^.]{0,30}\b(?:pass(?:es|ed)?|(?:is|are|comes? back|came back) (?:clean|green|ok|happy|fine)|clean|green|succeed(?:s|ed)?|(?:reports?|reported|gives?|gave|shows?|showed|finds?|found|has|had|with|says) (?:no|zero|0) (?:more |new |remaining )?(?:warnings?|errors?|issues?|problems?|offen[cs]es|violations|findings|complaints))\b/i;
/** That what runs on the forge is well. */
const ciPasses = new RegExp(`\\b(?:${passes}|green|success(?:ful(?:ly)?)?|happy|clean)\\b`, 'i');
/** “All green: 117 cards in four columns” counts something else than checks. */
const countsOthers =
  /\b(?:green|pass(?:es|ed|ing)?|clean)\b\s{0,3}(?:[:(]|—|–| - ).{0,80}?\b\d{1,7} (?!(?:unit |e2e |integration )?(?:tests?|specs?|checks?|suites?|assertions?|cases?|files?|packages?|examples?|passed|passing|pass|failed|failures?|errors?|warnings?|of|out|ms|s)\b)[a-z]{2,}/i;
/** “All green.” and the like, alone in their sentence. */
export const vague =
  /^\W{0,8}(?:(?:and|now|great|perfect|excellent|good|nice|done|verified|confirmed|ok|okay|still)\W{1,4}){0,2}(?:all|everything|both|they|it)(?: (?:is|are|was|were|now|all|of (?:them|it)|checks?|still|\d{1,5}|(?:the )?gates?)){0,3} (?:green|pass(?:es|ed|ing)?|clean|checks out)(?: now| again| too| locally| here| as well| twice| (?:on|from|at) my (?:end|side|machine))?\W{0,8}$/i;
/** “Ran pytest: all good”: of tests where the sentence speaks of them, and of nothing else. */
const allWell =
  /^\W{0,8}(?:and )?(?:(?:all|everything|it)(?: (?:is|are|was|were|looks?|looked|comes? back|came back)){0,2} (?:good|ok|okay|fine|well)|(?:no|zero|0) (?:failures?|failed))(?: now| again| left)?\W{0,8}$/i;
const noFailures = /^\W{0,8}(?:no|zero|0) (?:test )?failures?(?: now| left| remain(?:ing)?)?\W{0,8}$/i;
const label =
  /^\W{0,8}(?:[\w.-]{1,20} ){0,2}(?:tests?|test suite|suite|unit tests|specs|(?:full|whole|complete|test) (?:run|suite))\b\s?(?:status|results?)?\s?[:—–-] ?(?:all |\d{1,6} ?(?:\/ ?\d{1,6} )?)?(?:(?:green|pass(?:es|ed|ing)?|ok)\b|✅|✔|✓|(?<each>\d{1,6}) ?\/ ?\k<each>\W{0,4}$)/i;

/** Suites that are often left out of an ordinary run. */
export const suiteNames =
  /\b(?:unit|integration|e2e|end-to-end|browser|acceptance|smoke|slow|system|contract|performance|nightly|doc(?:umentation)?|ui|widget|instrument(?:ed|ation)|visual|load|stress|fuzz|a11y|accessibility)(?=[ -](?:and \w{1,20} )?(?:tests?|specs?|suites?|runs?|scenarios?)\b)/gi;

/** Asked of a whole sentence, as it was said or in plainer words. */
export const inSentence = screened({
  ...{
    announced,
    planned,
    beginsWithCondition,
    makesPass,
    others,
    countsOthers,
    speaksOfTests,
    noFailures,
    label,
  },
});

/** Asked of each clause of it. */
export const inClause = screened({
  ...{ conditional, denied, addressed, handsOver, noVerb, ofCi, ciPasses, tests, countedPass, checks },
  ...{ builds, lints, types, label, allWell },
});

export const byKind: readonly (readonly [CheckKind, Screened])[] = [
  ['build', inClause.builds],
  ['lint', inClause.lints],
  ['types', inClause.types],
];
