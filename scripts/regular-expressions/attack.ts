import { type AST, RegExpParser } from '@eslint-community/regexpp';

/**
 * Texts made against one regular expression: each thing it repeats, repeated to the end behind what leads to it, and
 * then something that makes the match fail; the same over and over; and all its characters alone and in pairs.
 */

export const LENGTH = 20_000;

/** What a class may match; the first that it does stands for it. */
const CANDIDATES = [...'a0 A-_./:="\'`\\,;[](){}<>*#@$%&+!?|~^\n\t\0é…'];
const ENDINGS = ['', '\0', '\n', '!', 'x', '\0x', '00000x', ' x\0', '\n\n!'];
const MOST_CHARACTERS = 10;

const parser = new RegExpParser();

/** Which of the candidates a single-character piece of a pattern matches. */
function charactersOf(node: AST.Node, flags: string): string[] {
  if (node.type === 'Character') return [String.fromCodePoint(node.value)];
  const one = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ''));
  const found = CANDIDATES.filter((character) => one.test(character));
  if (found.length > 0 || node.type !== 'CharacterClass' || node.negate) return found;
  return node.elements.flatMap((element) => {
    if (element.type === 'CharacterClassRange') return [String.fromCodePoint(element.min.value)];
    return element.type === 'Character' ? [String.fromCodePoint(element.value)] : [];
  });
}

const isSingle = ({ type }: AST.Node): boolean =>
  type === 'Character' || type === 'CharacterSet' || type === 'CharacterClass';

/** A few texts that a piece of a pattern matches. */
function samplesOf(node: AST.Node, flags: string): string[] {
  if (isSingle(node)) return charactersOf(node, flags).slice(0, 4);
  switch (node.type) {
    case 'Quantifier': {
      const times = Math.min(Math.max(node.min, 1), node.max, 40);
      const repeated = samplesOf(node.element, flags).map((text) => text.repeat(times));
      return node.min === 0 ? [...repeated, ''] : repeated;
    }
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.flatMap((alternative) => samplesOf(alternative, flags)).slice(0, 8);
    case 'Alternative':
      return sequence(node.elements, flags);
    default:
      return [''];
  }
}

/** The pieces one after the other: all by their first sample, then each in turn by another of its samples. */
function sequence(elements: readonly AST.Node[], flags: string): string[] {
  const samples = elements.map((element) => samplesOf(element, flags));
  const plain = samples.map(([first = '']) => first);
  const texts = [plain.join('')];
  samples.forEach((others, index) => {
    for (const other of others.slice(1)) texts.push(plain.with(index, other).join(''));
  });
  // Every optional piece left out: the shortest way through.
  texts.push(
    samples
      .map((choices) => choices.reduce((a, b) => (b.length < a.length ? b : a), choices[0] ?? ''))
      .join(''),
  );
  return [...new Set(texts)].slice(0, 6);
}

/** What a text must begin with to reach a piece of the pattern. */
function leadingTo(node: AST.Node, flags: string): string {
  const parent = node.parent as AST.Node | null;
  if (!parent) return '';
  const before =
    parent.type === 'Alternative'
      ? (sequence(parent.elements.slice(0, parent.elements.indexOf(node as AST.Element)), flags)[0] ?? '')
      : '';
  return leadingTo(parent, flags) + before;
}

function* descendants(node: AST.Node): Generator<AST.Node> {
  yield node;
  if ('alternatives' in node) for (const child of node.alternatives) yield* descendants(child);
  if (node.type === 'Alternative') for (const child of node.elements) yield* descendants(child);
  if (node.type === 'Quantifier') yield* descendants(node.element);
}

const filled = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** A text of a given length. */
export type Attack = (length: number) => string;

export function* attacksOn(source: string, flags: string): Generator<Attack> {
  const unicode = flags.includes('u') || flags.includes('v');
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode,
    unicodeSets: flags.includes('v'),
  });
  const characters = new Set<string>();
  const units = new Set(pattern.alternatives.flatMap((alternative) => samplesOf(alternative, flags)));
  for (const node of descendants(pattern)) {
    if (isSingle(node)) for (const one of charactersOf(node, flags).slice(0, 3)) characters.add(one);
    if (node.type !== 'Quantifier' || node.max < 10) continue;
    const lead = leadingTo(node, flags);
    for (const unit of samplesOf(node.element, flags).filter(Boolean)) {
      for (const ending of ENDINGS) yield (length) => lead + filled(unit, length) + ending;
      units.add(unit).add(lead + unit);
    }
  }
  for (const unit of units) {
    if (!unit) continue;
    for (const ending of ['', '\0', '00000x']) yield (length) => filled(unit, length) + ending;
    // A prefix of what it looks for, over and over.
    if (unit.length > 1) yield (length) => filled(unit.slice(0, -1), length);
  }
  yield* ofCharacters([...new Set([...characters, '\n', ' ', 'a', '0'])].slice(0, MOST_CHARACTERS));
}

function* ofCharacters(characters: readonly string[]): Generator<Attack> {
  for (const one of characters) {
    for (const ending of ENDINGS) yield (length) => filled(one, length) + ending;
    for (const other of characters) {
      if (other === one) continue;
      yield (length) => `${filled(one + other, length)}\0`;
      yield (length) => `${filled(one, length / 2)}${filled(other, length / 2)}\0`;
    }
  }
}
