import type { Edit, Run } from '../../acts/act.ts';
import { isPlain } from '../../acts/said/plain-words.ts';
import { isNumber, nameWords, partsOf, plainly } from '../../name-words.ts';
import { isNamed } from '../../runs/cover/names.ts';
import type { CertainClaim, Course } from '../checked-claim.ts';

/**
 * The words of a claim that nothing shows: no run that passed names them, in its command or in what it printed, and no
 * file that was changed is called so. Numbers have to be printed, or be the sum of what was.
 */
export function unshownWords(
  { open = [], suites = [], tools = [], detail = {} }: CertainClaim,
  passed: readonly Run[],
  { branches, runs }: Course,
  edits: readonly Edit[],
): string[] {
  if (open.length === 0) return [];
  let others: ReadonlySet<string> | undefined;
  const counts = countsOf(passed);
  const isWhole = passed.some(({ scope }) => scope === 'all');
  const isNamedAnywhere = (word: string): boolean => {
    if (passed.some(({ names }) => names !== undefined && isNamed(names, word))) return true;
    if (isNumber(word) && (counts.has(Number(word)) || isInName(word, passed))) return true;
    others ??= new Set(
      nameWords(
        [
          // A part by the name of what was changed is proven by a run that may have had it.
          ...(isWhole ? edits.slice(-maxLooked).map(({ path }) => path) : []),
          ...(isWhole
            ? runs.slice(-maxLooked).flatMap((run) => (isKin(run, passed) ? namesOfPart(run) : []))
            : []),
          ...branches,
          ...passed.flatMap(ownNames),
          ...[...suites, ...tools, ...(detail.manners ?? [])],
        ].join(' '),
      ),
    );
    return others.has(word);
  };
  const isShown = (word: string): boolean =>
    isNamedAnywhere(word) || otherNames[word]?.some(isNamedAnywhere) === true;
  // A share of covered lines is compared where there is one.
  const hasCovered = passed.some(({ printed }) => printed?.covered);
  const words = open.flatMap((word) =>
    !word.endsWith('%') ? [word] : hasCovered ? [] : [word.slice(0, -1)],
  );
  return words.filter(
    (word) => !isShown(plainly(word)) && !partsOf(word).every((one) => isPlain(one) || isShown(one)),
  );
}

const maxLooked = 60;

/** A run of everything passed with the same runner since: it had what failed before, and what was run by itself. */
const isKin = ({ tool, of, sequence }: Run, passed: readonly Run[]): boolean =>
  passed.some((one) => one.of === of && one.tool === tool && one.scope === 'all' && one.sequence > sequence);
const namesOfPart = ({ command, failedNames = [], scope }: Run): string[] => [
  ...failedNames,
  ...(scope === 'part' ? [command] : []),
];

/** `py312` for 3.12. */
const isInName = (number: string, passed: readonly Run[]): boolean =>
  number.includes('.') &&
  passed.some(({ names }) => names !== undefined && isNamed(names, number.replace('.', '')));

const ownNames = ({ command, tool = '', suite = '', suites = [], from }: Run): string[] => [
  ...[command, tool, suite, from === 'hook' ? 'hook' : ''],
  ...suites,
];

/** What a run is called by, and how else one speaks of it. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  ...{ container: ['docker', 'podman'], retry: ['flaky'], maven: ['mvn', 'mvnw'], python: ['py'] },
  ...{ image: ['docker', 'podman'] },
  ...{ e2e: ['playwright', 'cypress'], angular: ['ng'], webkit: ['safari'], safari: ['webkit'] },
  ...{ linux: ['wsl', 'ubuntu', 'debian', 'alpine'], macos: ['darwin'], arm: ['arm64', 'aarch64'] },
  ...{ postgresql: ['postgres'], mysql: ['mariadb'], mongodb: ['mongo'], optimization: ['release'] },
  ...{
    django: ['manage', 'manage.py'],
    rails: ['bin/rails', 'rake'],
    rebuild: ['build'],
    rebuilt: ['build'],
  },
  ...{ interpreter: ['py', 'python'], emulator: ['connected', 'avd'] },
};

function countsOf(passed: readonly Run[]): ReadonlySet<number> {
  const counts = new Set<number>([passed.length]);
  let [sum, all] = [0, 0];
  for (const { passed: own, printed } of passed) {
    for (const one of [own, printed?.ran, printed?.skipped, printed?.warnings])
      if (one !== undefined) counts.add(one);
    sum += own ?? 0;
    all += printed?.ran ?? own ?? 0;
  }
  return counts.add(sum).add(all);
}
