const letters = 'abcdefghijklmnopqrstuvwxyz';

/** A name of small letters and hyphens from a title, unlike those that are taken. */
export function nameOf(title: string, taken: readonly string[]): string {
  const words = title
    .slice(0, 80)
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z]/)
    .filter(Boolean);
  const plain = words.join('-').slice(0, 36);
  const name = plain === '' ? 'rule' : plain.replace(/-$/, '');
  const free = [name, ...[...letters].map((letter) => `${name}-${letter}`)];
  return free.find((one) => !taken.includes(one)) ?? name;
}
