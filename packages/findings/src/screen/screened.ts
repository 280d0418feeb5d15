import { Screen } from './screen.ts';

/** An expression that is tried only on a text that it may match. */
export class Screened {
  readonly #screen: Screen;
  readonly #index: number;
  readonly expression: RegExp;

  constructor(screen: Screen, index: number, expression: RegExp) {
    this.#screen = screen;
    this.#index = index;
    this.expression = expression;
  }

  may(text: string): boolean {
    return this.#screen.may(text, this.#index);
  }

  test(text: string): boolean {
    return this.#screen.may(text, this.#index) && this.expression.test(text);
  }

  exec(text: string): RegExpExecArray | null {
    return this.#screen.may(text, this.#index) ? this.expression.exec(text) : null;
  }
}

export interface ScreenedGroup {
  all: readonly Screened[];
  /** Whether any of them may match the text. */
  isAny: (text: string) => boolean;
}

/** Expressions that are asked of the same texts: one walk over a text says which of them may match it. */
export function screenedGroup(expressions: readonly RegExp[]): ScreenedGroup {
  const screen = new Screen(expressions);
  return {
    all: expressions.map((expression, index) => new Screened(screen, index, expression)),
    isAny: (text) => screen.mayAny(text),
  };
}

export const screenedAll = (expressions: readonly RegExp[]): readonly Screened[] =>
  screenedGroup(expressions).all;

/** The same by name. */
export function screened<Name extends string>(expressions: Record<Name, RegExp>): Record<Name, Screened> {
  const all = screenedAll(Object.values(expressions));
  return Object.fromEntries(Object.keys(expressions).map((name, index) => [name, all[index]])) as Record<
    Name,
    Screened
  >;
}
