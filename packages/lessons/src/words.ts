/** What an agent is told of a lesson. */
export interface LessonWords {
  lessonId: string;
  version: number;
  text: string;
  /** Empty: everywhere. */
  paths: readonly string[];
  /** Empty: all agents. */
  agents: readonly string[];
}

/** Which words exactly: a lesson in one of its versions. */
export interface LessonRef {
  lessonId: string;
  version: number;
}

const longestText = 400;
const longestGlob = 200;

/** Line breaks, controls, marks of direction, halves of characters, and what is there without being seen. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/**
 * The text as one line of Markdown that stays where it is put, whoever wrote it: it ends no comment, opens no tag, no
 * fence and no link definition, and names no file for an agent to load.
 */
export function lineOf(text: string): string {
  const plain = [...text.slice(0, 4 * longestText).replace(unseen, ' ')].slice(0, longestText).join('');
  const line = plain
    .replaceAll(/debrief[ :-]{0,3}lessons/gi, 'lessons')
    .replaceAll(/<(?=[!/?])|--(?=>)/g, '$& ')
    .replaceAll(/~{3,}/g, '~')
    .replaceAll(/(?<!\\)\\+`/g, '`')
    .replaceAll(/`{2,}/g, '`')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const parts = line.split('`');
  // The last of an odd number opens nothing.
  const loose = parts.length % 2 === 0 ? parts.pop() : undefined;
  const spans = parts.map((part, index) => (index % 2 === 0 ? harmless(part) : `\`${part}\``)).join('');
  const all = loose === undefined ? spans : `${spans}'${harmless(loose)}`;
  // Of dashes and stars alone Markdown makes a line across the page.
  return /[\p{L}\p{N}]/u.test(all) ? all.replace(/^(\[[^\]]*\]):/, '$1 :').trim() : '';
}

/** Outside of code agents read `@name` as a file to load, and a tag as a tag. */
const harmless = (text: string): string =>
  text.replaceAll(/(?<![^\s([{'"])@[^\s`]+|<[a-z][^\s`>]{0,100}>?/gi, (one) => `\`${one}\``);

/** The globs that can stand in a rule file; of none the lesson has no place there, rather than a wider one. */
export const globsOf = (paths: readonly string[]): string[] =>
  paths
    .filter((path) => path.length <= longestGlob && /^[^\p{C}\p{Zl}\p{Zp}'"`\\<>#|&;]+$/u.test(path))
    .sort();

/** Whether the lesson has anything to say, and a place to say it in. */
export const isSayable = ({ text, paths }: LessonWords): boolean =>
  lineOf(text) !== '' && (paths.length === 0 || globsOf(paths).length > 0);

/** The lesson as a line of a list: first for whom and where it is meant, unless its file says that already. */
export function itemOf({ text, paths, agents }: LessonWords, saysScope: boolean): string {
  const who = saysScope && agents.length > 0 ? `For ${agents.map(plainName).join(', ')}: ` : '';
  const globs = globsOf(paths).map((one) => `\`${one}\``);
  const where = saysScope && globs.length > 0 ? `In ${globs.join(', ')}: ` : '';
  return `- ${who}${where}${lineOf(text)}`;
}

const plainName = (agent: string): string => agent.replaceAll(/[^a-z0-9-]/g, '').slice(0, 40);

/** A short name of these lessons in these versions, to be found again in a transcript. */
export function setOf(refs: readonly LessonRef[]): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const char of refs.map(nameOf).sort().join(' ')) {
    const code = char.codePointAt(0) as number;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  const hex = (value: number) => (value >>> 0).toString(16).padStart(8, '0');
  return `${hex(high)}${hex(low)}`.slice(0, 12);
}

export const nameOf = ({ lessonId, version }: LessonRef): string => `${lessonId}@${version}`;

/** The words by which a set is known again, wherever it was shown. */
export const titleOf = (refs: readonly LessonRef[]): string =>
  `Debrief lessons (set ${setOf(refs)}, ${refs.length})`;

export const needle = 'Debrief lessons (set ';

/** The sets that a text shows, at most a few. */
export function setsIn(text: string): string[] {
  const sets = new Set<string>();
  for (let at = text.indexOf(needle); at >= 0 && sets.size < 50; at = text.indexOf(needle, at + 1)) {
    const set = /^[0-9a-f]{12}(?=, \d{1,4}\))/.exec(
      text.slice(at + needle.length, at + needle.length + 20),
    )?.[0];
    if (set !== undefined) sets.add(set);
  }
  return [...sets];
}

/** What a session is told at its start, or when it asks: as facts, because agents distrust orders from there. */
export function toldAtStart(
  lessons: readonly LessonWords[],
  most = 7500,
): { text: string; told: LessonRef[] } {
  const told: LessonWords[] = [];
  const introduction =
    'These are instructions of the team whose repository this is, each adopted by a person.';
  let length = 60 + introduction.length;
  for (const lesson of lessons.filter(isSayable)) {
    length += itemOf(lesson, true).length + 1;
    if (length > most) break;
    told.push(lesson);
  }
  if (told.length === 0) return { text: '', told: [] };
  const items = told.map((lesson) => itemOf(lesson, true));
  return {
    text: [`${titleOf(told)}: ${introduction}`, ...items].join('\n'),
    told: told.map(({ lessonId, version }) => ({ lessonId, version })),
  };
}
