import { Lexer, type Token } from 'marked';

/** Past this, markup matters less than a page that answers. */
export const markdownLimit = 40_000;

const cache = new Map<string, Token[]>();
const cacheSize = 200;

/**
 * Markdown as a tree of tokens. `marked` only cuts the text into tokens; it never makes HTML here, and raw HTML
 * stays text. Undefined when the text is too long or too deeply nested to be worth it.
 */
export function lex(text: string, breaks: boolean): Token[] | undefined {
  if (text.length > markdownLimit || isNested(text)) return undefined;
  const key = (breaks ? '\n' : ' ') + text;
  const known = cache.get(key);
  if (known) return known;
  try {
    const tokens = new Lexer({ gfm: true, breaks }).lex(text);
    if (cache.size >= cacheSize) cache.delete(cache.keys().next().value ?? '');
    cache.set(key, tokens);
    return tokens;
  } catch {
    return undefined;
  }
}

/** Hundreds of openings in a row, or thousands in all, are an attack on the parser and not prose. */
function isNested(text: string): boolean {
  if (/(?:[>*+\-_~`[\]()!<&\\|] ?){200}/.test(text)) return true;
  let signs = 0;
  let lines = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // * _ ~ ` [
    if (code === 42 || code === 95 || code === 126 || code === 96 || code === 91) signs++;
    else if (code === 10) lines++;
  }
  return signs > 2_500 || lines > 1_500;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' };

/** `&lt;` in Markdown text means `<`; the result is only ever put into text nodes. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const valid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return valid ? String.fromCodePoint(code) : '\uFFFD';
  });
}
