import type { Word, WordPart } from 'unbash';
import type { Argument } from './command.ts';

/** Variables whose value was given literally earlier in the same script. */
export type Variables = ReadonlyMap<string, string>;

interface Built {
  value: string;
  isKnown: boolean;
  hasGlob: boolean;
}

const known = (value: string): Built => ({ value, isKnown: true, hasGlob: false });
const unknown = (text: string): Built => ({ value: text, isKnown: false, hasGlob: false });

/** Reads a word without running anything. */
export function argumentOf(word: Word, variables: Variables): Argument {
  return word.parts ? join(word.parts, variables) : known(word.value);
}

function join(parts: readonly WordPart[], variables: Variables): Built {
  let value = '';
  let isKnown = true;
  let hasGlob = false;
  for (const part of parts) {
    const one = partOf(part, variables);
    value += one.value;
    isKnown &&= one.isKnown;
    hasGlob ||= one.hasGlob;
  }
  return { value, isKnown, hasGlob };
}

function partOf(part: WordPart, variables: Variables): Built {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return known(part.value);
    case 'DoubleQuoted':
    case 'LocaleString':
      return { ...join(part.parts, variables), hasGlob: false };
    case 'SimpleExpansion':
      return variable(part.text.slice(1), part.text, variables);
    case 'ParameterExpansion':
      return part.operation === undefined && part.prefix === undefined && part.index === undefined
        ? variable(part.parameter, part.text, variables)
        : unknown(part.text);
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return { value: part.text, isKnown: true, hasGlob: true };
    default:
      return unknown(part.text);
  }
}

function variable(name: string, text: string, variables: Variables): Built {
  if (name === 'HOME') return known('~');
  const value = variables.get(name);
  return value === undefined ? unknown(text) : known(value);
}
