import { plainly } from '../../name-words.ts';

/** Words of a claim that no run has to show. */

/** They join other words and name nothing. */
const small =
  'a an the this that these those it its they them their there here he she his her we our us my your you i me which who what whose and or nor but so as than then if not no none nothing never any some each every both either neither all only just also too even still yet now again already once at by for from in into of off on onto out over per through to under up upon via with within without against across after before during between among along around about above below behind beside besides inside outside like is are was were be been being am has have had having do does did done doing can could will would shall should may might must let';

/** What is checked. Which of it, its scope and the names in it are held against the run by other rules. */
const subjects =
  'test tests testing suite suites spec specs case cases example examples scenario scenarios unit assertion assertions ' +
  'build builds building built lint linter linters linting lints linted type types typecheck typechecks typechecker ' +
  'typing check checks checked checking checker checkers compile compiles compiled compiler compilation format formatting ' +
  'hook hooks coverage cover covers covered covering statement statements percent analyzer analyser crate crates solution solutions gate gates quality verification validation analysis quote command commands tool tools runner task tasks job jobs step steps ' +
  'package packages module modules project projects workspace workspaces repo repository code codebase base file files ' +
  'folder directory root tree line lines commit commits branch head target targets source sources app application site website';

/** How it came out. */
const verdicts =
  'pass passes passed passing green clean cleanly succeed succeeds succeeded success successful successfully ok okay fine ' +
  'good well happy valid validate validates validated hold holds complete completes completed finish finishes finished ' +
  'exit exits exited status result results fail fails failed failing failure failures error errors warning warnings issue ' +
  'issues problem problems violation violations finding findings offense offenses offence offences complaint complaints ' +
  'complain complains diagnostic diagnostics note notes regression regressions regress broke broken break breaks report ' +
  'reports reported reporting find finds found show shows showing print prints printed say says give gives return returns ' +
  'come comes came go goes went run runs ran running rerun re skip skips skipped ignored pending left remain remains remaining';

/** How much of it, when, and by whom. */
const around =
  'full fully whole entire entirely complete completely everything total one other others last latest first final finally ' +
  'current currently existing old new newly updated relevant related affected focused targeted added fix fixed fixes change changes changed edit ' +
  'edits edited update refactor refactoring work working given verify verified verifying confirm confirmed tested validated ' +
  'executed include includes including included incl plus locally local expected expect same actual actually make makes made ' +
  'ready done need needs needed back clear pre state side end machine real actual afterwards more row time times merge merged review compliant implemented matrix matching outright reformat reformatted served';

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' ').map(plainly));
const ofSubjects = wordsOf(subjects);
const plain = wordsOf(`${small} ${subjects} ${verdicts} ${around}`);

export const isPlain = (word: string): boolean => plain.has(word);
export const isSubject = (word: string): boolean => ofSubjects.has(word);

/** Numbers in words; “one” and “both” are hardly ever meant as one. */
export const numberWords: Readonly<Record<string, string>> = {
  ...{ zero: '0', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8' },
  ...{ nine: '9', ten: '10', eleven: '11', twelve: '12', twice: '2', thrice: '3' },
};
