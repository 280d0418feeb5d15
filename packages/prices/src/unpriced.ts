/** Why a model has no price, in words that end a sentence about it. */
export function whyUnpriced(model: string): string {
  const name = model.toLowerCase();
  const known = reasons.find(([pattern]) => pattern.test(name));
  return known ? known[1] : 'it is not on the public list; an operator can add its price';
}

const reasons: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^(?:unknown)?$/, 'the agent does not record which model it was'],
  [/^(?:auto|default|inherit|best)$/, 'the agent records that it chose, not what'],
  [/(?:^|\/)(?:kimi-for-coding|composer-\d|cheetah|swe-1|codex-auto)/, 'it is sold by subscription only'],
  [/-spark$/, 'it is a preview without a list price'],
  [/(?:^|[-/])(?:gguf|ollama|lmstudio|mlx|local)(?:[-/:]|$)/, 'it runs on a machine of your own'],
];
