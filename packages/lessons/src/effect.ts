import type { Kept } from './check.ts';
import { chanceOf, type Share, shareOf, withCase } from './statistics.ts';

/** A session in the scope of a lesson, and how its check came out there. */
export interface CountedSession extends Kept {
  /** It was given the lesson, as the recorder noted; undefined where nothing was noted. */
  wasGiven?: boolean | undefined;
}

export interface Counted {
  before: readonly CountedSession[];
  since: readonly CountedSession[];
  /** Names of other lessons that were adopted within a week of this one, in the same scope. */
  others?: readonly string[];
}

/** `more` and `less` are said when chance alone would hardly do it; they name no cause. */
export type EffectVerdict = 'too few' | 'more' | 'less' | 'none';

export interface Effect {
  before: Share;
  since: Share;
  /** Of those since: the ones that were given it, and the others. Absent where nothing was noted. */
  given?: Share;
  notGiven?: Share;
  verdict: EffectVerdict;
  /** “Kept before in 45 of 374, since in 198 of 251 (given: 190 of 230).” */
  counts: string;
  /** What that says, in plain words. */
  sentence: string;
  /** It was given often, and is not shown to help: take it back, or say it in other words. */
  offer?: 'retire' | 'reword';
}

/** Fewer cases than these on either side tell nothing. */
export const fewestCases = 10;
/** Neither do fewer sessions, however many cases they have. */
export const fewestSessions = 4;
/** Chance alone would do it once in a hundred times: teams look at many lessons, many times. */
const rare = 0.01;
/** What differs by less is the same to everybody who works with it. */
const least = 0.05;
const far = 0.3;
const enoughGiven = { reword: 20, retire: 50 };

/** What became of a rule. Pure, and the same for the same sessions. */
export function effectOf({ before, since, others = [] }: Counted): Effect {
  const noted = since.filter(({ wasGiven }) => wasGiven !== undefined);
  const groups = {
    given: noted.filter(({ wasGiven }) => wasGiven),
    notGiven: noted.filter(({ wasGiven }) => !wasGiven),
  };
  const [was, is] = [shareOf(before), shareOf(since)];
  const [given, notGiven] = [shareOf(groups.given), shareOf(groups.notGiven)];
  const verdict = verdictOf(before, since);
  const offer = offerOf(verdict, given);
  return {
    before: was,
    since: is,
    ...(noted.length > 0 && { given, notGiven }),
    verdict,
    counts: countsOf(was, is, noted.length > 0 ? given : undefined),
    sentence: [
      wordsOf(verdict, was, is),
      ...splitWords(verdict, groups.given, groups.notGiven, others),
      ...(others.length > 0 && verdict !== 'too few' ? [othersOf(others)] : []),
      ...(offer === 'retire' ? [`Given in ${given.sessions} sessions, and not shown to help.`] : []),
    ].join(' '),
    ...(offer && { offer }),
  };
}

const partOf = ({ kept, opportunities }: Kept): number => kept / opportunities;

function isTooFew(sessions: readonly Kept[]): boolean {
  const { opportunities, sessions: some } = shareOf(sessions);
  return opportunities < fewestCases || some < fewestSessions;
}

function verdictOf(before: readonly Kept[], since: readonly Kept[]): EffectVerdict {
  if (isTooFew(before) || isTooFew(since)) return 'too few';
  const difference = partOf(shareOf(since)) - partOf(shareOf(before));
  if (Math.abs(difference) < least || chanceOf(before, since, rare) > rare) return 'none';
  return difference > 0 ? 'more' : 'less';
}

function wordsOf(verdict: EffectVerdict, before: Share, since: Share): string {
  if (verdict === 'too few') return 'Too few to tell.';
  // Bars that differ and a sentence that says they do not would contradict each other.
  if (verdict === 'none')
    return Math.abs(partOf(since) - partOf(before)) < least
      ? 'No difference to be seen.'
      : 'The difference may be chance.';
  const how = Math.abs(partOf(since) - partOf(before)) >= far ? 'far ' : '';
  return `Kept ${how}${verdict} often since.`;
}

/** Whether those that were given it differ from those that were not: only that speaks for a cause. */
function splitWords(
  verdict: EffectVerdict,
  given: readonly CountedSession[],
  notGiven: readonly CountedSession[],
  others: readonly string[],
): string[] {
  if (verdict !== 'more' || withCase(given).length === 0) return [];
  const split = verdictOf(notGiven, given);
  if (split === 'too few') return [];
  if (split !== 'more')
    return ['Sessions that were not given it keep it as often: it may have another cause.'];
  return others.length > 0
    ? ['Sessions that were given it keep it more often than the others.']
    : ['Sessions that were given it keep it more often than the others: it seems to help.'];
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const mostNamed = 5;

function othersOf(others: readonly string[]): string {
  const named = others.slice(0, mostNamed).map((name) => `“${name}”`);
  const rest = others.length - named.length;
  return `In the same week came ${listed(rest > 0 ? [...named, `${rest} more`] : named)}.`;
}

const of = ({ kept, opportunities }: Kept): string => `${kept} of ${opportunities}`;

function countsOf(before: Share, since: Share, given: Share | undefined): string {
  const apart = given && given.opportunities > 0 ? ` (given: ${of(given)})` : '';
  return `Kept before in ${of(before)}, since in ${of(since)}${apart}.`;
}

function offerOf(verdict: EffectVerdict, given: Share): Effect['offer'] {
  if (verdict === 'more' || verdict === 'too few') return undefined;
  if (given.sessions >= enoughGiven.retire) return 'retire';
  return given.sessions >= enoughGiven.reword && partOf(given) < 0.5 ? 'reword' : undefined;
}
