import { isStandIn } from '../judge.ts';
import type { Range, Rule } from '../rule.ts';

/** What a manifest of Kubernetes holds whose kind is Secret: every value, whatever its name. */
/** The line below may have its number or the mark of a diff in front. */
const LINE_END = String.raw`(?:\r?\n|\\{1,3}n)(?:[ \t]{0,8}\d{1,6}[→:|\t]|[+-](?=\s))?`;
const YAML_LINE = new RegExp(
  String.raw`${LINE_END}([ \t]{1,24})((?!(?:string)?data:)[\w.-]{1,253}):[ \t]{0,4}(?:([|>][+-]?\d?)|\\{0,3}["']?([^\s"'\\]{4,100000})\\{0,3}["']?)[ \t]{0,4}(?=${LINE_END}|$|\\{0,3}")`,
  'y',
);
/** A line of a block below `name: |`. */
const BLOCK_LINE = new RegExp(String.raw`${LINE_END}([ \t]{2,40})([^\n\\]{1,10000})`, 'y');
const JSON_OPENING = /\\{0,3}"\s{0,3}:\s{0,3}\{/y;
const JSON_PAIR =
  /(?:\s|\\{1,3}[nrt]){0,40}\\{0,3}"[\w.-]{1,253}\\{0,3}"\s{0,3}:\s{0,3}\\{0,3}"([^"\\\s]{4,100000})\\{0,3}",?/y;
const KIND = /(?:^|[\s"',{]|\\n)kind\\{0,3}["']?\s{0,3}:\s{0,3}\\{0,3}["']?Secret(?![A-Za-z])/;
const MOST = 64;
/** So far from the values their kind may stand. */
const NEAR = 600;

const keep = (ranges: Range[], value: string, end: number) => {
  if (!isStandIn(value)) ranges.push([end - value.length, end]);
};

function yamlValues(text: string, from: number): { ranges: Range[]; end: number } {
  const ranges: Range[] = [];
  let [end, indent] = [from, ''];
  for (let count = 0; count < MOST; count++) {
    YAML_LINE.lastIndex = end;
    const line = YAML_LINE.exec(text);
    if (!line || (indent !== '' && line[1] !== indent)) break;
    indent = line[1] as string;
    end = YAML_LINE.lastIndex;
    if (line[4] !== undefined) {
      const value = line[4];
      keep(ranges, value, text.lastIndexOf(value, end) + value.length);
      continue;
    }
    for (let lines = 0; lines < MOST; lines++) {
      BLOCK_LINE.lastIndex = end;
      const block = BLOCK_LINE.exec(text);
      if (!block || (block[1] as string).length <= indent.length) break;
      end = BLOCK_LINE.lastIndex;
      keep(ranges, block[2] as string, end);
    }
  }
  return { ranges, end };
}

function jsonValues(text: string, from: number): { ranges: Range[]; end: number } {
  const ranges: Range[] = [];
  JSON_OPENING.lastIndex = from;
  if (!JSON_OPENING.test(text)) return { ranges, end: from };
  let end = JSON_OPENING.lastIndex;
  for (let count = 0; count < MOST; count++) {
    JSON_PAIR.lastIndex = end;
    const value = JSON_PAIR.exec(text)?.[1];
    if (value === undefined) break;
    keep(ranges, value, text.indexOf(value, end + 1) + value.length);
    end = JSON_PAIR.lastIndex;
  }
  return { ranges, end };
}

export const kubernetesRules: readonly Rule[] = [
  {
    name: 'kubernetes-secret',
    keywords: [
      '\ndata:',
      '\\ndata:',
      '+data:',
      '-data:',
      '\tdata:',
      'stringdata:',
      '"data":',
      '\\"data\\":',
      'stringdata"',
      'stringdata\\"',
    ],
    match(text, at) {
      const name = /(?:string)?data/i.exec(text.slice(at, at + 24));
      if (!name) return undefined;
      const behind = at + name.index + name[0].length;
      const { ranges, end } = text.startsWith(':', behind)
        ? yamlValues(text, behind + 1)
        : jsonValues(text, behind);
      if (ranges.length === 0) return undefined;
      const isSecret =
        name[0].length > 4 ||
        KIND.test(text.slice(end, end + NEAR)) ||
        KIND.test(text.slice(Math.max(0, at - NEAR), at));
      return isSecret ? ranges : undefined;
    },
  },
];
