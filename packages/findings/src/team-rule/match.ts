/**
 * Whether a text fits a pattern in which `*` stands for anything. The last star alone is ever tried again, so it takes at
 * most the product of both lengths, and both are short.
 */
export function fits(text: string, pattern: string): boolean {
  let at = 0;
  let of = 0;
  let star = -1;
  let from = 0;
  while (at < text.length) {
    if (pattern[of] === '*') {
      star = of++;
      from = at;
    } else if (of < pattern.length && pattern[of] === text[at]) {
      of++;
      at++;
    } else if (star >= 0) {
      of = star + 1;
      at = ++from;
    } else return false;
  }
  while (pattern[of] === '*') of++;
  return of === pattern.length;
}

/** `make lint` also stands for `make -s lint all`: a command is named by its first words, options aside. */
export function commandFits(line: string, pattern: string): boolean {
  const plain = line
    .split(' ')
    .filter((word) => !word.startsWith('-'))
    .join(' ');
  return [line, plain].some((one) => fits(one, pattern) || fits(one, `${pattern} *`));
}

/**
 * A folder stands for what is in it. Agents write whole paths or those from the repository's folder, so a pattern may
 * begin at any folder of the path; those of Windows are as good.
 */
export function pathFits(path: string, pattern: string): boolean {
  const wanted = pattern
    .replace(/^\.?\//, '')
    .replace(/\/$/, '')
    .replaceAll('**', '*');
  const plain = path.replaceAll('\\', '/');
  return ['', '*/'].some((start) => fits(plain, start + wanted) || fits(plain, `${start}${wanted}/*`));
}

export const includes = (text: string, words: string): boolean =>
  text.toLowerCase().includes(words.toLowerCase());
