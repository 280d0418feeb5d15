/**
 * What is wrong with the words of a lesson, beyond their length; undefined: nothing. A lesson goes into files that agents
 * obey, so it is one line that shows all it has and cannot leave its place.
 */
export function lessonTextFault(text: string): string | undefined {
  return faults.find(([pattern]) => pattern.test(text))?.[1] ?? outsideOfCode(text);
}

const faults: readonly [RegExp, string][] = [
  [/[\p{C}\p{Zl}\p{Zp}]/u, 'It holds line breaks or characters that nobody sees.'],
  [/[\p{Default_Ignorable_Code_Point}\u2800]/u, 'It holds characters that nobody sees.'],
  [/[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.|\]\(|\b(?:mailto|javascript|data):/iu, 'It holds a link.'],
  [/<[!/?]|-->/u, 'It holds what opens or ends a tag or a comment.'],
  [/^(?:~~~|---|===|#)/u, 'It begins with a mark of Markdown.'],
  [/debrief[ :-]{0,3}lessons/iu, 'It holds the words that mark the lessons in a file.'],
];

/** Outside of backticks a tag or an `@path` may be obeyed. */
function outsideOfCode(text: string): string | undefined {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return 'It holds a backtick without its other one.';
  const plain = parts.filter((_, index) => index % 2 === 0).join('` `');
  if (/<[a-z]/iu.test(plain)) return 'It holds a tag. Put it in backticks.';
  if (/(?:^|[\s(])@[^\s`]/u.test(plain)) return 'Agents read “@name” as a file to load. Put it in backticks.';
  return undefined;
}
