import type { Rule } from '../rule.ts';

const MIN_LITERAL = 8;

/** Values known to be secret, found wherever they stand. A value that is not ASCII is looked for by its ASCII head. */
export function literalRule(literals: Readonly<Record<string, string>>): Rule[] {
  const values = [...new Set(Object.values(literals))].filter((value) => value.trim().length >= MIN_LITERAL);
  return values.flatMap((value) => {
    const head = /[\x20-\x7e]{3,24}/.exec(value);
    if (!head) return [];
    const before = head.index;
    return {
      name: 'environment',
      keywords: [head[0]],
      match(text: string, keywordAt: number) {
        const start = keywordAt - before;
        return start >= 0 && text.startsWith(value, start) ? [start, start + value.length] : undefined;
      },
    };
  });
}
