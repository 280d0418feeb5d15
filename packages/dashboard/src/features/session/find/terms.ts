/** What a find looks for, as the server reads it: all words, and "what is in quotes" exactly. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [, exact, word] of text.matchAll(/"([^"]+)"|([^\s"]+)/g)) {
    const term = (exact ?? word ?? '').trim();
    if (term !== '') terms.push(term);
  }
  return terms;
}
