/**
 * The names under which one model may be on the list, the given one first. Clouds put region and vendor before it and a
 * version behind it, agents how hard it was asked to think, and some vendors are on the list only at a reseller.
 */
export function namesOf(model: string): string[] {
  const alone = model.slice(model.lastIndexOf('/') + 1);
  const plain = alone
    .replace(region, '')
    .replace(cloudVendor, '')
    .replace(cloudVersion, '')
    .replace(context, '');
  const named = plain.replace(turned, 'claude-$2-$1');
  const effortless = named.replace(effort, '');
  return [...new Set([model, alone, plain, named, effortless])].filter((name) => name !== '');
}

/** `us.anthropic.claude-sonnet-4-5-20250929-v1:0` on Bedrock. */
const region = /^(?:us-gov|global|apac|us|eu|ap|au|ca|jp|sa|me|af)\.(?=[a-z])/;
const cloudVendor =
  /^(?:anthropic|amazon|meta|mistral|openai|qwen|deepseek|google|minimax|moonshotai|zai|nvidia)\./;
const cloudVersion = /-v\d{1,2}(?::\d{1,3}k?)?$/;
/** `claude-opus-4-6[1m]` */
const context = /\[\d{1,4}[km]\]$/;
/** Cursor's `claude-4.5-sonnet`. */
const turned = /^claude-(\d(?:\.\d)?)-(sonnet|opus|haiku)/;
const effort = /-(?:none|minimal|low|medium|high|xhigh|thinking|reasoning)(?:-thinking)?$/;

/** What OpenRouter, which resells them at their own prices, puts before the names of vendors. */
export function resoldAs(name: string): string | undefined {
  const lower = name.toLowerCase();
  const vendor = resold.find(([beginning]) => lower.startsWith(beginning))?.[1];
  return vendor && `${vendor}/${lower}`;
}

const resold: readonly (readonly [beginning: string, vendor: string])[] = [
  ['qwen', 'qwen'],
  ['glm-', 'z-ai'],
  ['kimi-', 'moonshotai'],
  ['minimax-', 'minimax'],
  ['deepseek-', 'deepseek'],
  ['devstral-', 'mistralai'],
  ['codestral-', 'mistralai'],
  ['mistral-', 'mistralai'],
  ['grok-', 'x-ai'],
  ['gemini-', 'google'],
  ['gpt-', 'openai'],
  ['claude-', 'anthropic'],
];
