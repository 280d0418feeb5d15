const letters = 'abcdefghijklmnopqrstuvwxyz';

/** A name of small letters and hyphens from a title, unlike those that are taken. */
export function nameOf(title: string, taken: readonly string[]): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 36)
    .replace(/-+$/, '');
  const name = plain === '' ? 'rule' : plain;
  const free = [name, ...[...letters].map((letter) => `${name}-${letter}`)];
  return free.find((one) => !taken.includes(one)) ?? name;
}
