import type { Act, Command, Deed, Written } from '../acts/act.ts';

const maxScripts = 200;
const runners =
  /^(?:(?:ba|z|da|k)?sh|source|\.|node|bun|deno|tsx|ts-node|python[\d.]{0,6}|ruby|php|perl|powershell|pwsh|cmd|psql|mysql|mariadb|sqlite3|sqlcmd)(?:\.exe)?$/;
/** Asked how it is used, or read without being run. */
export const onlyChecked = /\s(?:--dry-?run|--help|--check|--syntax-check|--noop|-n|-WhatIf)(?:\s|$)/i;

/** A script that the session wrote does, when it is run, what stands in it. */
export function withScripts(acts: readonly Act[]): readonly Act[] {
  if (!acts.some(({ kind }) => kind === 'written')) return acts;
  const scripts = new Map<string, Written>();
  const all: Act[] = [];
  for (const act of acts) {
    all.push(act);
    if (act.kind === 'written' && scripts.size < maxScripts) scripts.set(nameOf(act.path), act);
    if (act.kind !== 'command' || scripts.size === 0 || act.isOk === false || onlyChecked.test(act.line))
      continue;
    const script = scriptRunBy(act, scripts);
    if (script) all.push(...script.deeds.map((deed) => replayed(deed, act, script)));
  }
  return all;
}

const nameOf = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

function scriptRunBy({ line }: Command, scripts: ReadonlyMap<string, Written>): Written | undefined {
  const [program = '', ...words] = line.split(' ').slice(0, 12);
  const itself = scripts.get(program);
  if (itself) return itself;
  const file = runners.test(program) ? words.map(nameOf).find((word) => scripts.has(word)) : undefined;
  return file === undefined ? undefined : scripts.get(file);
}

/** What is known from a text only may not have come to it, so it is medium at most. */
const replayed = (deed: Deed, { sequence, lane, line }: Command, { path }: Written): Deed => {
  const { lane: _, ...rest } = deed;
  return {
    ...rest,
    sequence,
    ...(lane !== undefined && { lane }),
    severity: deed.severity === 'high' ? 'medium' : deed.severity,
    command: line,
    what: `${deed.what} by ${nameOf(path)}, which it had written`,
  };
};
