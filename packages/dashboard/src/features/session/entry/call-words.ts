/** A name and its value; of texts that were cut also the beginning. */
const pair = /"([^"\\]{1,80})":\s?(?:"((?:[^"\\]|\\.){0,400})(?:"|…|$)|(-?[\d.]{1,20}|true|false))/g;

/** What a call was given, where no part of it says what it does: `{"skill":"x","args":"y"}` reads as `skill x, args y`. */
export function callWords(title: string): string {
  const begin = title.startsWith('{"') ? 0 : title.indexOf(' {"') + 1;
  if (begin === 0 && !title.startsWith('{"')) return title;
  const words = [...title.slice(begin).matchAll(pair)]
    .map(([, name = '', text, value]) => ({ name, value: (text ?? value ?? '').replaceAll(/\\[nrt]/g, ' ') }))
    .filter(({ value }) => value.trim() !== '')
    .map(({ name, value }) => ({ name, value: value.replaceAll(/\\(["\\/])/g, '$1') }));
  // One value alone says what it is.
  const said =
    words.length === 1 ? words[0]?.value : words.map((one) => `${one.name} ${one.value}`).join(', ');
  return said ? `${title.slice(0, begin)}${said}` : title;
}

/** `Bash cd /a/very/long/path && make` reads as `Bash make`: where it ran says less than what. */
export const withoutFolder = (text: string): string =>
  text.replace(/^(\S{1,60} )?cd (?:"[^"\n]{1,300}"|'[^'\n]{1,300}'|[^\s;&|]{1,300}) ?(?:&&|;) ?(?=\S)/, '$1');
