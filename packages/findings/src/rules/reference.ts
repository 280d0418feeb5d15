import type { RuleInfo } from './catalog/rule-info.ts';
import { type RuleId, ruleCatalog } from './catalog.ts';
import { ruleTraps } from './traps.ts';

export const markers = { begin: '<!-- rules: begin -->', end: '<!-- rules: end -->' };

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The rules as docs/findings.md shows them, one table a family. */
export function rulesReference(): string {
  const rules = Object.entries(ruleCatalog) as [RuleId, RuleInfo][];
  const families = Map.groupBy(rules, ([, { family }]) => family);
  return [...families]
    .map(([family, some]) =>
      [
        `### ${family}`,
        '',
        '| Rule | At most | What it means | Traps | What to check |',
        '|---|---|---|---|---|',
        ...some.map(
          ([id, { severity, title, means, check }]) =>
            `| \`${id}\`<br>${title} | ${severity} | ${cell(means)} | ${cell(ruleTraps[id])} | ${cell(check)} |`,
        ),
      ].join('\n'),
    )
    .join('\n\n');
}

/** The document with what stands between the markers made anew. */
export function withRules(document: string): string {
  const begin = document.indexOf(markers.begin);
  const end = document.indexOf(markers.end);
  if (begin < 0 || end < begin) throw new Error('the document has no place for the rules');
  return `${document.slice(0, begin + markers.begin.length)}\n\n${rulesReference()}\n\n${document.slice(end)}`;
}
