import { screened } from '../../screen/screened.ts';

/**
 * How agents say that they left out a part of an output. Wherever such words stand, the output is not whole: a run that
 * passed is lost by mistaking a line for them, and nothing is called proven.
 */

/** By number, as most do: `... [120 lines truncated] ...`, `…512 tokens truncated…`, `[... omitted 120 of 376 lines ...]`. */
const counted =
  /\[?\.{3,6} ?\[?\d[\d,.]{0,12}[kKMG]? ?(?:lines?|characters?|chars?|bytes|tokens) (?:truncated|omitted|elided)|…\d{1,9} (?:tokens|chars|lines) truncated…|\[\d{1,9} (?:lines?|characters) truncated|Total output lines: \d/;

/** In a line that begins like a mark of its own: `<truncated 120 lines>`, `(previous 120 lines truncated)`. */
const marked =
  /(?:^|\n)[^\S\n]{0,8}(?:\.{3}|…|\[|<|\()[^\n]{0,80}?(?:\b|_)(?:truncated|omitted|elided|clipped|not shown|lines written to)\b/i;

/** In words. */
const said =
  /\boutput (?:is |was |has been |too large and has been )?(?:too (?:large|long)\b|truncated (?:to|as|and|because)\b)|\boutput was truncated\b|\btool truncated output\b|\(?output (?:was )?(?:too long|truncated)|\btruncated output(?: \(|: ?\n)|\bShowing (?:the )?(?:first|last|lines) \d|\bshowing the (?:most recent|first|last) |\b[Ff]ull output(?: is)?(?: (?:saved|written) to\b|: ?\/| in )|\bArtifact ID: \S|\[\.{0,3} ?truncated\]|\btruncated for (?:brevity|length)/i;

/** A line that was cut where it became too long, and an output that was cut at its end. */
const atEnd = /\.\.\. ?truncated\s{0,4}$/;

const { any } = screened({ any: new RegExp(`${counted.source}|${marked.source}|${said.source}`, 'i') });
const readForWords = 4000;

export const isLeftOut = (output: string): boolean =>
  any.test(output.slice(0, readForWords)) ||
  (output.length > readForWords && any.test(output.slice(-readForWords))) ||
  atEnd.test(output.slice(-40)) ||
  isLeftOutInside(output);

/** In the middle of what was kept of both ends. */
function isLeftOutInside(output: string): boolean {
  if (output.length <= 2 * readForWords) return false;
  const between = output.slice(readForWords, -readForWords);
  return (
    inside.some((word) => between.includes(word)) &&
    (counted.test(between) || marked.test(between) || /\[\.{0,3} ?truncated\]/.test(between))
  );
}

const inside = ['truncated', 'omitted', 'elided', 'TRUNCATED', 'clipped', 'not shown', 'lines written to'];
