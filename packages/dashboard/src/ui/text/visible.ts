// biome-ignore-all lint/suspicious/noControlCharactersInRegex: finding control characters is the point
/**
 * Characters that change how text reads without being seen: controls, bidirectional overrides, zero-width and
 * tag characters. They are shown by name (the attack is known as Trojan Source). A joiner inside an emoji is left alone.
 */
const unseen =
  /(?<!\p{Extended_Pictographic}\uFE0F?[\u{1F3FB}-\u{1F3FF}]?)\u200D|\u200D(?!\p{Extended_Pictographic})|[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/** The same set, loosely and fast: most texts have none and are not looked at twice. */
const maybe =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\uDB40]/;

export type Shown = string | { name: string; at: number };

export function reveal(text: string): Shown[] {
  if (!maybe.test(text)) return [text];
  const shown: Shown[] = [];
  let from = 0;
  for (const match of text.matchAll(unseen)) {
    if (match.index > from) shown.push(text.slice(from, match.index));
    const code = match[0].codePointAt(0) ?? 0;
    shown.push({ name: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, at: match.index });
    from = match.index + match[0].length;
  }
  if (from < text.length) shown.push(text.slice(from));
  return shown.length > 0 ? shown : [text];
}

/** The same for places that take only text, such as a tooltip, a menu option or the title of the window. */
export const visibleText = (text: string): string =>
  reveal(text)
    .map((part) => (typeof part === 'string' ? part : `⟨${part.name}⟩`))
    .join('');
