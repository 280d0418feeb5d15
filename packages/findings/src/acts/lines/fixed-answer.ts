/** Code that gives a fixed answer to one input, by the lines that were added. */

/** `if (a === 2 && b === 3) return 5;` */
const specialCase =
  /\bif\b.{0,120}(?:(?:===?|\.equals\(|\beq\b|\bis)\s{0,3}[([]?(?:["'`][^"'`\n]{0,80}["'`]|-?\d[\d_.]{0,20})|["'][^"'\n]{0,80}["'](?:\.equals\(|\s{0,3}===?\s)).{0,60}\breturn\b\s{1,4}(?:["'`][^"'`\n]{0,80}["'`]|-?\d[\d_.]{0,20}|true|false|True|False)\s{0,3};?\s{0,3}[})]?\s{0,3}$/;

export const isSpecialCase = (line: string, next = ''): boolean =>
  line.includes('if') &&
  (specialCase.test(line) || (/[{:)]\s{0,3}$/.test(line) && specialCase.test(`${line} ${next.trim()}`)));

/** An input and an answer that nobody writes down as the border of a range: a name, a date, 12345. */
const given = /(?:===?|\.equals\(|\beq\b|\bis)\s{0,3}[([]?(?:["'`][^"'`\n]{3,80}["'`]|-?\d[\d_.]{2,20})/;
const answered = /\breturn\b\s{1,4}(?:["'`][^"'`\n]{1,80}["'`]|-?\d[\d_.]{1,20}\b)/;
/** It says itself for whom it is. */
const forTheTest =
  /\b(?:for|in|of|by|make|makes|satisf\w{1,3}|special[- ]cased?|what|input|expected|expects) (?:\w{1,12} ){0,3}(?:tests?|specs?|fixtures?)\b/i;

export function isFixedAnswer(added: readonly string[], index: number): boolean {
  const [before = '', line = '', next = ''] = [added[index - 1], added[index], added[index + 1]];
  if (!isSpecialCase(line, next)) return false;
  const both = `${line} ${next}`;
  return (
    (given.test(both) && answered.test(both)) ||
    (/^\s{0,20}(?:\/\/|#|--)/.test(before) && forTheTest.test(before)) ||
    (/(?:\/\/|\s#) /.test(line) && forTheTest.test(line))
  );
}
