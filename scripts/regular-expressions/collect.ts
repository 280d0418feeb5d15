import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

/** A regular expression and where it stands. */
export interface Found {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
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
    for (const key in value) if (key !== 'regex') yield* nodesOf(value[key]);
  }
}

const isComposed = ({ type, callee }: Node): boolean =>
  (type === 'NewExpression' || type === 'CallExpression') &&
  isNode(callee) &&
  callee.type === 'Identifier' &&
  callee.name === 'RegExp';

const textOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

/** The text of a schema's `pattern: '…'`, which the validator compiles; it may be a constant of the same file. */
function schemaPattern({ type, key, value }: Node, constants: Map<unknown, string>): string | undefined {
  if (type !== 'Property' || !isNode(key) || key.name !== 'pattern' || !isNode(value)) return undefined;
  return value.type === 'Identifier' ? constants.get(value.name) : textOf(value);
}

/** Every regular expression literal and schema pattern of a file, and the lines where others are composed. */
export function regularExpressionsOf(root: string, file: string): { found: Found[]; composed: string[] } {
  const text = readFileSync(root + file, 'utf8');
  const place = ({ start }: Node) => `${file}:${text.slice(0, start).split('\n').length}`;
  const found: Found[] = [];
  const composed: string[] = [];
  const nodes = [...nodesOf(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))];
  const constants = new Map<unknown, string>();
  for (const { type, id, init } of nodes) {
    const constant = textOf(init);
    if (type === 'VariableDeclarator' && isNode(id) && constant !== undefined)
      constants.set(id.name, constant);
  }
  for (const node of nodes) {
    const literal = node.regex as { pattern: string; flags: string } | undefined;
    const pattern = schemaPattern(node, constants);
    if (literal) found.push({ place: place(node), source: literal.pattern, flags: literal.flags });
    else if (pattern !== undefined) found.push({ place: place(node), source: pattern, flags: 'u' });
    else if (isComposed(node)) composed.push(place(node));
  }
  return { found, composed };
}

/** Loads files with a `RegExp` that notes what these and the files they import compose while they load. */
export async function composedBy(root: string, files: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  const Original = globalThis.RegExp;
  const folder = pathToFileURL(root).href;
  const note = (made: RegExp): RegExp => {
    // 0 is the message, 1 this function, 2 the trap, 3 whoever composed it.
    const composer = new Error().stack?.split('\n')[3] ?? '';
    const [, file, line] = /(packages\/.{1,200}\.tsx?):(\d{1,9})/.exec(composer) ?? [];
    if (composer.includes(folder) && !composer.includes('node_modules'))
      found.push({ place: `${file}:${line}`, source: made.source, flags: made.flags });
    return made;
  };
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, [source, flags]) => note(new target(source, flags)),
    apply: (target, _self, [source, flags]) => note(new target(source, flags)),
  });
  try {
    for (const file of files) await import(pathToFileURL(root + file).href);
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}
