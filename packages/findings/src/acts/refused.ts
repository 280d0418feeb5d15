import type { Tool } from '@debrief/transcript';
import type { Surroundings } from '../place.ts';
import { pathOf } from './call-path.ts';
import { scriptOf, shellActs } from './shell.ts';

const most = 8;

/**
 * What a refused call would have done, in words that another way of doing it shares: `deed git.force-push main`,
 * `write src/a.ts`, `name deploy.sh`.
 */
export function wantedBy(call: Tool, around: Surroundings): string[] {
  const wanted = new Set<string>();
  for (const { path } of (call.changes ?? []).slice(0, most)) wanted.add(writing(path));
  const path = pathOf(call);
  if (path !== undefined && (call.tool === 'edit' || call.tool === 'write')) wanted.add(writing(path));
  if (call.tool === 'shell') {
    for (const act of shellActs({ ...call, outcome: 'ok' }, around).acts) {
      if (act.kind === 'deed') wanted.add(doing(act));
      if (act.kind === 'edit') wanted.add(writing(act.path));
    }
    for (const name of namesOf(scriptOf(call.input) ?? call.title)) wanted.add(`name ${name}`);
  }
  return [...wanted].slice(0, most);
}

const end = (path: string): string => path.split('/').slice(-2).join('/').slice(-120);

export const writing = (path: string): string => `write ${end(path)}`;
export const doing = ({ rule, target }: { rule: string; target: string }): string =>
  `deed ${rule} ${rule === 'secret.read' ? (target.split('/').at(-1) ?? '') : target}`.slice(0, 200);

/** Hosts and scripts. */
const namesOf = (script: string): string[] =>
  [
    ...script
      .slice(0, 4000)
      .matchAll(/https?:\/\/([\w.-]{4,200})|(?:^|[\s/])([\w-]{3,60}\.(?:sh|py|rb|m?[jt]s|pl))\b/g),
  ]
    .map(([, host, file]) => (host ?? file ?? '').toLowerCase())
    .slice(0, most);
