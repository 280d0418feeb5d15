import { parseSync } from 'rolldown/utils';

/** One small change of a source that its tests should notice. */
export interface Mutation {
  start: number;
  end: number;
  /** What stands there instead. */
  text: string;
  /** What was done, in a few words. */
  what: string;
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const swapped: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** From here on a number is a size or a time, and one more of it is nobody's duty. */
const tuned = 1000;
/** What is written to the log for operators is no behaviour either. */
const logging = /^(?:await )?(?:[\w#.]+\.)?log\??\.(?:debug|info|warn|error)\(/;

/** Every change this runner knows for a source, in the order of the text. */
export function mutationsOf(source: string, name = 'source.ts'): Mutation[] {
  const { program, errors } = parseSync(name, source);
  if (errors.length > 0) throw new Error(`${name} cannot be parsed: ${errors[0]?.message}`);
  const found: Mutation[] = [];
  visit(program as unknown as Node, source, found);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

function visit(node: Node, source: string, found: Mutation[]): void {
  // Types are gone before anything runs, and imports are not behaviour.
  if (node.type.startsWith('TS') || node.type === 'ImportDeclaration') return;
  found.push(...changesOf(node, source));
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visit(child, source, found);
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function changesOf(node: Node, source: string): Mutation[] {
  const text = source.slice(node.start, node.end);
  const instead = (replacement: string, what: string, at: Node = node): Mutation => ({
    start: at.start,
    end: at.end,
    text: replacement,
    what,
  });
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operatorChange(node, source);
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node.test as Node;
      return [instead('true', 'condition is true', test), instead('false', 'condition is false', test)];
    }
    case 'UnaryExpression':
      return node.operator === '!' ? [instead(` ${text.slice(1)}`, 'negation removed')] : [];
    case 'Literal':
      if (typeof node.value === 'boolean')
        return [instead(String(!node.value), `${text} became ${!node.value}`)];
      return typeof node.value === 'number' && Number.isSafeInteger(node.value) && node.value < tuned
        ? [instead(String(node.value + 1), `${text} became ${node.value + 1}`)]
        : [];
    case 'ExpressionStatement': {
      const { type } = node.expression as Node;
      const isCall =
        type === 'CallExpression' || type === 'AwaitExpression' || type === 'AssignmentExpression';
      return isCall && !logging.test(text) ? [instead(';', 'statement removed')] : [];
    }
    case 'ReturnStatement':
      return isNode(node.argument) && (node.argument as Node).type === 'CallExpression'
        ? [instead('return undefined as never;', 'returns nothing')]
        : [];
    default:
      return [];
  }
}

function operatorChange(node: Node, source: string): Mutation[] {
  const operator = String(node.operator);
  const other = Object.hasOwn(swapped, operator) ? swapped[operator] : undefined;
  const [left, right] = [node.left as Node, node.right as Node];
  // Joining texts is not arithmetic; the change would only make a sentence wrong.
  const isText = operator === '+' && /['"`]/.test(source.slice(node.start, node.end));
  if (other === undefined || isText) return [];
  const at = source.indexOf(operator, left.end);
  return at < 0 || at >= right.start
    ? []
    : [{ start: at, end: at + operator.length, text: other, what: `${operator} became ${other}` }];
}
