/** A function of one text that is asked of the same texts again and again, such as paths. What it keeps is bounded. */
export function remembered<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before as Answer;
    const found = answer(text);
    if (text.length > longest) return found;
    if (known.size >= most) known.clear();
    // A copy: the text may be a piece of a long one, which would be kept with it.
    known.set(` ${text}`.slice(1), found);
    return found;
  };
}

const most = 1000;
const longest = 1000;

/** A function that is asked several times in a row of the same thing; only the last is kept. */
export function lastAsked<Asked extends object, Answer>(
  answer: (asked: Asked) => Answer,
): (asked: Asked) => Answer {
  let last: { asked: Asked; found: Answer } | undefined;
  return (asked) => {
    if (last?.asked !== asked) last = { asked, found: answer(asked) };
    return last.found;
  };
}
