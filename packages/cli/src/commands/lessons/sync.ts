import { resolve } from 'node:path';
import { lessonsIn } from '@debrief/lessons';
import { exitCodes, Failure } from '../../failure.ts';
import { type Plan, planOf, type Wanted } from '../../lessons/instruction-files.ts';
import { Refused, removePlace, writePlace } from '../../lessons/place.ts';
import { canonical } from '../../pause.ts';
import { repositoryOf } from '../../repository.ts';
import { say, sayJson } from '../../terminal.ts';
import { counted, oneLine } from '../../text.ts';
import { askLessons } from './ask.ts';

export interface SyncOptions {
  repo: string;
  server?: string;
  check?: boolean;
  remove?: boolean;
  json?: boolean;
}

interface Outcome {
  path: string;
  change: 'same' | 'written' | 'removed' | 'differs' | 'refused';
  /** Lessons that it holds now, or should. */
  lessons?: number;
  why?: string;
}

/** Writes the adopted lessons into the instruction files of a repository, and nothing else. It never commits. */
export async function sync(options: SyncOptions): Promise<void> {
  if (options.check && options.remove)
    throw new Failure('Choose one of --check and --remove.', exitCodes.usage);
  const root = rootOf(options.repo);
  const lessons = options.remove ? [] : await askLessons(root, options.server);
  const plan = await planOf(root, lessons);
  const outcomes = await carryOut(root, plan, options.check === true);
  if (options.json) sayJson({ lessons: lessons.length, files: outcomes });
  else tell(outcomes, lessons.length, options);
  if (outcomes.some(({ change }) => change === 'differs' || change === 'refused'))
    process.exitCode = exitCodes.failed;
}

export function rootOf(repo: string): string {
  const root = repositoryOf(canonical(resolve(repo)));
  if (root === undefined) throw new Failure(`"${repo}" is in no git repository.`, exitCodes.usage);
  return canonical(root);
}

async function carryOut(root: string, { files, refused }: Plan, isCheck: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = refused.map(({ path, why }) => ({ path, change: 'refused', why }));
  for (const file of files) outcomes.push(await carryOutOne(root, file, isCheck));
  return outcomes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function carryOutOne(root: string, { place, content }: Wanted, isCheck: boolean): Promise<Outcome> {
  const { path, bytes } = place;
  const lessons = content === undefined ? 0 : (lessonsIn(content)?.length ?? 0);
  const isSame = content === undefined ? bytes === undefined : bytes?.equals(content) === true;
  if (isSame) return { path, change: 'same', lessons };
  if (isCheck) return { path, change: 'differs', lessons };
  try {
    if (content === undefined) await removePlace(root, place);
    else await writePlace(place, content);
  } catch (error) {
    if (!(error instanceof Refused) && !(error as NodeJS.ErrnoException).code) throw error;
    return { path, change: 'refused', why: (error as Error).message };
  }
  return { path, change: content === undefined ? 'removed' : 'written', lessons };
}

const words = {
  same: 'as it should be',
  written: 'written',
  removed: 'removed',
  differs: 'differs: run "debrief lessons sync" and commit what it changes',
  refused: 'left as it is',
} as const;

function tell(outcomes: readonly Outcome[], lessons: number, { check, remove }: SyncOptions): void {
  const shown = outcomes.filter(({ change, lessons: held }) => change !== 'same' || held);
  for (const { path, change, lessons: held, why } of shown) {
    const what = change === 'written' && held === 0 ? 'the lessons are taken out' : words[change];
    const count = held && change !== 'refused' ? ` (${counted(held, 'lesson')})` : '';
    say(`${oneLine(path, 200)}: ${what}${count}${why === undefined ? '' : `: ${oneLine(why, 300)}`}`);
  }
  if (remove) say(shown.length === 0 ? 'No file here holds lessons.' : 'Nothing was committed.');
  else if (lessons === 0) say('No lesson that applies in this repository is adopted.');
  else if (shown.some(({ change }) => change === 'written'))
    say('Nothing was committed: look at it with "git diff".');
  if (!remove && !check && lessons > 0 && !outcomes.some(({ path }) => path.endsWith('CLAUDE.md')))
    say('Claude Code does not read AGENTS.md: a CLAUDE.md with the line "@AGENTS.md" makes it.');
}
