/** `*.{ts,tsx}` as two globs; more than a few stay as they are. */
export function spread(glob: string): string[] {
  let all = [glob];
  for (let round = 0; round < 3; round++) {
    const next = all.flatMap((one) => {
      const [, before = '', choices, after = ''] = /^([^{}]*)\{([^{}]*)\}(.*)$/.exec(one) ?? [];
      return choices?.includes(',') ? choices.split(',').map((choice) => before + choice + after) : [one];
    });
    if (next.length > 32) return all;
    all = next;
  }
  return all;
}

/**
 * Whether a path of the repository is meant: `*` and `?` within a name, `**` over folders; a folder means what is in it.
 * Of what else a glob may hold nobody can be sure here, so it is taken to mean the path.
 */
export function isMeant(path: string, glob: string): boolean {
  const names = path.replace(/^(?:\.?\/)+/, '').split('/');
  return spread(glob).some((one) => {
    if (/[[\]{}!()]/.test(one)) return true;
    const parts = one
      .replace(/^(?:\.?\/)+/, '')
      .replace(/\/$/, '/**')
      .split('/');
    return isPath(names, parts) || isPath(names, [...parts, '**']);
  });
}

/** Row by row: which beginnings of the path the parts so far can be. */
function isPath(names: readonly string[], parts: readonly string[]): boolean {
  let reached = names.map(() => false).concat(false);
  reached[0] = true;
  for (const part of parts) {
    const next = reached.map(() => false);
    for (const [at, is] of reached.entries()) {
      if (part === '**') next[at] = is || next[at - 1] === true;
      else if (is && at < names.length && isName(names[at] as string, part)) next[at + 1] = true;
    }
    reached = next;
  }
  return reached[names.length] === true;
}

/** The last star takes one character more whenever what follows it does not fit. */
function isName(name: string, part: string): boolean {
  let [at, on, star, from] = [0, 0, -1, 0];
  while (at < name.length) {
    if (on < part.length && part[on] !== '*' && (part[on] === '?' || part[on] === name[at])) {
      at++;
      on++;
    } else if (part[on] === '*') {
      star = on++;
      from = at;
    } else if (star >= 0) {
      on = star + 1;
      at = ++from;
    } else return false;
  }
  while (part[on] === '*') on++;
  return on === part.length;
}
