/** How a secret may be written when it comes back. */
export type Form = {
  readonly text: string;
  /** What else belongs to a word in which a part of it stands. */
  readonly wordCodes: RegExp;
};

const PLAIN = /[A-Za-z0-9_~-]/;
const BASE64 = /[A-Za-z0-9+/=_-]/;
const NUMBERS = /[\d, ]/;
const ENCODED = /[A-Za-z0-9_.~%-]/;

/** As it is, as in JSON, as in a URL, in hex, and in base64 however it falls among the bytes around it. */
export function formsOf(secret: string): Form[] {
  const forms: Form[] = [{ text: secret, wordCodes: PLAIN }];
  const add = (text: string, wordCodes: RegExp) => {
    if (text.length >= SHORTEST_FORM && !forms.some((form) => form.text === text))
      forms.push({ text, wordCodes });
  };
  const escaped = JSON.stringify(secret).slice(1, -1);
  add(escaped, PLAIN);
  if (escaped !== secret) add(JSON.stringify(escaped).slice(1, -1), PLAIN);
  if (secret.isWellFormed()) add(encodeURIComponent(secret), ENCODED);
  const bytes = Buffer.from(secret);
  for (const before of [0, 1, 2]) {
    const text = insideOf(bytes, before);
    add(text, BASE64);
    add(text.replaceAll('+', '-').replaceAll('/', '_'), BASE64);
  }
  if (/[&<>"']/.test(secret)) add(asMarkup(secret), PLAIN);
  for (const comma of [',', ', ']) add(bytes.join(comma), NUMBERS);
  const hex = bytes.toString('hex');
  add(hex, PLAIN);
  add(hex.toUpperCase(), PLAIN);
  return forms;
}

const SHORTEST_FORM = 8;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const asMarkup = (secret: string) => secret.replace(/[&<>"']/g, (mark) => ENTITIES[mark] as string);

/** The characters of base64 that the bytes alone decide, with so many other bytes before them. */
function insideOf(bytes: Buffer, before: number): string {
  const all = Buffer.concat([Buffer.alloc(before), bytes]);
  const text = all.toString('base64').replace(/={1,2}$/, '');
  const first = before === 0 ? 0 : before + 1;
  return text.slice(first, all.length % 3 === 0 ? undefined : -1);
}
