/** Databases take so many values in one statement. */
const most = 500;

export const slices = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / most) }, (_, n) => items.slice(n * most, (n + 1) * most));
