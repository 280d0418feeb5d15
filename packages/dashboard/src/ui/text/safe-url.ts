/** Links that transcripts may have: web and mail, absolute, without credentials. Everything else is text. */
export function safeUrl(href: string): { href: string; host: string } | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (url.protocol === 'mailto:') return { href: url.href, host: url.pathname };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  return { href: url.href, host: url.host };
}
