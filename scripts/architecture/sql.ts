import { parseAst } from 'rolldown/parseAst';

/**
 * Which tables a source file names in its SQL. Statements are put together from pieces, and no parser of SQL takes a
 * piece; so the texts are found by parsing the TypeScript, and read word by word: a table is what stands where SQL
 * wants one (after `from`, `join`, `into`, `update`, `table` …), or what the query builder is given as one.
 */

export interface TableUse {
  /** As SQL names it, with `projection.` where it has that. */
  table: string;
  writes: boolean;
  line: number;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item);
  else if (isNode(value)) {
    yield value;
    for (const key in value) yield* nodesOf(value[key]);
  }
}

/** Stands for what a template puts in. */
const hole = '$0';

/** The text of a literal; of a template with a sign for each part that is put in. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(` ${hole} `);
}

const builder = new Map([
  ...['selectFrom', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin'].map(
    (name) => [name, false] as const,
  ),
  ...['insertInto', 'updateTable', 'deleteFrom', 'createTable', 'alterTable', 'dropTable'].map(
    (name) => [name, true] as const,
  ),
]);

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Tables that the query builder of Kysely is given. */
function builtTables({ callee, arguments: given }: Node): { table: string; writes: boolean }[] {
  const writes =
    isNode(callee) && isNode(callee.property) ? builder.get(callee.property.name as string) : undefined;
  const [first] = (given ?? []) as Node[];
  if (writes === undefined || !first) return [];
  const named = first.type === 'ArrayExpression' ? (first.elements as Node[]) : [first];
  return named.flatMap((node) => {
    const text = textOf(node);
    return text === undefined ? [] : [{ table: snake(text.split(' ')[0] as string), writes }];
  });
}

/** Words, names with their schema, and the signs that matter; without comments and quoted texts. */
const wordsOf = (sql: string): string[] =>
  sql
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, " '' ")
    .match(/"?[A-Za-z_]\w*"?(?:\.(?:"?[A-Za-z_]\w*"?|\$0))?|\$0|[(),;]|''/g) ?? [];

const ends = new Set(
  'where on group order limit set select values returning using union having when do for ;'.split(' '),
);
const verbs =
  /\b(?:select|insert (?:or \w+ )?into|update|delete from|create|alter|drop|truncate|join|exists|vacuum|lock|copy|from)\b/;

/** What stands in a text where SQL wants a table. */
export function tablesIn(text: string): { table: string; writes: boolean }[] {
  // A name on its own, for a statement that is put together elsewhere.
  if (/^(?:projection\.)?[a-z]+(?:_[a-z]+)+$/.test(text)) return [{ table: text, writes: false }];
  if (!verbs.test(text)) return [];
  const words = wordsOf(text);
  const lower = words.map((word) => word.toLowerCase());
  const found: { table: string; writes: boolean }[] = [];
  const made = new Set<string>();
  lower.forEach((word, at) => {
    if (word === 'as' && lower[at + 1] === '(') made.add(lower[at - 1] as string);
  });
  /** Depths of brackets at which a list of tables is being read. */
  const lists = new Set<number>();
  let depth = 0;
  const take = (at: number, writes: boolean) => {
    let place = at;
    while (['if', 'not', 'exists', 'only', 'concurrently', 'lateral'].includes(lower[place] ?? '')) place++;
    const word = words[place];
    if (!word || !/^"?[A-Za-z_]/.test(word) || (lower[place + 1] === '(' && !writes)) return;
    const table = word.replaceAll('"', '');
    if (!made.has(table)) found.push({ table, writes });
  };
  for (const [at, word] of lower.entries()) {
    const before = lower[at - 1];
    if (word === '(') depth++;
    else if (word === ')') lists.delete(depth--);
    else if (word === ',' && lists.has(depth)) take(at + 1, false);
    else if (ends.has(word)) lists.delete(depth);
    else if (word === 'from') {
      // Not `is distinct from`, nor `extract(… from …)`.
      if (before === 'distinct') continue;
      lists.add(depth);
      take(at + 1, before === 'delete');
    } else if (word === 'join') take(at + 1, false);
    else if (word === 'into') take(at + 1, true);
    else if (word === 'update' && !['for', 'do', 'of', 'or', 'before', 'after', 'on'].includes(before ?? ''))
      take(at + 1, true);
    else if (word === 'table' || word === 'references') take(at + 1, word === 'table');
    else if (at === 0 && lower.includes('join')) take(0, false);
  }
  return found;
}

export function tableUses(text: string): TableUse[] {
  const uses: TableUse[] = [];
  const line = ({ start }: Node) => text.slice(0, start).split('\n').length;
  for (const node of nodesOf(parseAst(text, { lang: 'ts' }))) {
    const sql = textOf(node);
    const tables =
      node.type === 'CallExpression' ? builtTables(node) : sql === undefined ? [] : tablesIn(sql);
    for (const use of tables) uses.push({ ...use, line: line(node) });
  }
  return uses;
}
