import { isSayable, itemOf } from '@debrief/lessons';
import { homeOf } from '../../home.ts';
import { toldByHook } from '../../lessons/copy.ts';
import { readSettings } from '../../settings.ts';
import { say, sayJson, tilde } from '../../terminal.ts';
import { counted, oneLine } from '../../text.ts';
import { askLessons } from './ask.ts';
import { rootOf } from './sync.ts';

export async function list(options: { repo: string; server?: string; json?: boolean }): Promise<void> {
  const root = rootOf(options.repo);
  const lessons = (await askLessons(root, options.server)).filter(isSayable);
  const settings = await readSettings(homeOf());
  const isOn = settings?.lessons !== undefined;
  if (options.json) return sayJson({ lessons, atStart: isOn });
  say(
    `${tilde(root)}: ${lessons.length === 0 ? 'no lesson is adopted here' : counted(lessons.length, 'lesson')}`,
  );
  for (const lesson of lessons) say(`  ${oneLine(itemOf(lesson, true), 1500)}`);
  say();
  say('"debrief lessons sync" writes them into the instruction files of this repository.');
  say(
    isOn
      ? `Agents are told them when a session begins: ${toldByHook.join(', ')}.`
      : 'Agents are not told them by hooks when a session begins; "debrief lessons on" changes that.',
  );
}
