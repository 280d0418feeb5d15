import type { Tool } from '@debrief/transcript';
import { guardOf } from '../file.ts';
import { placeOf, type Surroundings } from '../place.ts';
import type { Base } from './act.ts';
import { pathOf } from './call-path.ts';
import type { Met } from './state-act.ts';

/** How much of a result is looked at, from its beginning and from its end. */
export const readForInstructions = 12_000;
/** What lies in the repository is read in every other call, so less of it. */
const readOfTheRepository = 2000;
const around = { before: 200, after: 800 };
const maxNames = 12;

/** Text that speaks to whoever reads it as an agent: it takes orders back, hides something, or names agents. */
const orders =
  /\b(?:ignore|disregard|forget|override)\s{1,5}(?:(?:all|any|the|your|of)\s{1,5}){0,4}(?:previous|prior|above|earlier|preceding|system|existing|other)\s{1,5}(?:instructions?|prompts?|rules|messages?|context|guidelines|directions)|\b(?:do not|don['’]t|never|without)\s{1,5}(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?|ask(?:ing)?|show(?:ing)?)\s{1,5}(?:(?:this|it|that|about)\s{1,5}){0,2}(?:to\s{1,5})?(?:the\s{1,5})?(?:user|human|developer|operator|person|maintainer)|\bSYSTEM (?:NOTE|MESSAGE|OVERRIDE|PROMPT|INSTRUCTION)|\b(?:ai|llm|coding|code|automated) (?:agents?|assistants?|models?)\b.{0,20}(?::|\bmust\b|\bshould\b|\bare required\b|\breading this\b|\bplease\b|\bneed to\b)|\b(?:note|instructions?|attention|message) (?:to|for) (?:the |any |all )?(?:ai|llm|agents?|assistants?|claude|copilot|codex|gemini|cursor)\b|\bif you are an? (?:ai|llm|language model|coding agent|agent|assistant)\b|[\u{E0020}-\u{E007E}]{4}/iu;

const foreignCommand =
  /\b(?:curl|wget|http|lynx|w3m|gh (?:issue|pr|api|gist|release)|glab (?:issue|mr)|npm (?:view|info)|pip show)\b/;

/** Instructions in a result, with what they name. Files that are there to instruct agents are none. */
export function metIn(call: Tool, at: Base, surroundings: Surroundings): Met | undefined {
  const { output, tool } = call;
  if (output === undefined || output.length < 20 || call.outcome !== 'ok') return undefined;
  const path = pathOf(call);
  if (
    path !== undefined &&
    (guardOf(path) === 'instructions' ||
      /SKILL\.md$|\.cursor\/|\.github\/|\/(?:prompts?|skills|commands|agents)\//.test(path))
  )
    return undefined;
  const fromElsewhere = isForeign(call, tool, path, surroundings);
  // What commands print of the repository is too much to read for this; files that are opened are few.
  if (tool === 'shell' && !fromElsewhere) return undefined;
  const read = bothEnds(output, fromElsewhere ? readForInstructions : readOfTheRepository);
  const found = orders.exec(read);
  if (!found) return undefined;
  const text = read.slice(Math.max(0, found.index - around.before), found.index + around.after);
  return { kind: 'met', ...at, isForeign: fromElsewhere, names: namesOf(text) };
}

const bothEnds = (output: string, most: number): string =>
  output.length > 2 * most ? `${output.slice(0, most)}\n${output.slice(-most)}` : output;

function isForeign(
  call: Tool,
  tool: Tool['tool'],
  path: string | undefined,
  surroundings: Surroundings,
): boolean {
  if (tool === 'web' || tool === 'mcp') return true;
  if (tool === 'shell') return foreignCommand.test(call.title.slice(0, 1000));
  if (path === undefined || surroundings.root === undefined) return false;
  const whole = path.startsWith('/') || path.startsWith('~') ? path : `${surroundings.root}/${path}`;
  return (
    /\/(?:node_modules|vendor|site-packages|\.venv)\//.test(whole) ||
    ['home', 'system', 'temporary'].includes(placeOf(whole, surroundings))
  );
}

const address = /\b(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,12})(?:[/:\s"'`)]|$)/gi;
const quoted = /`([^`\n]{3,120})`/g;
const told =
  /\b(?:run|execute|call|install|add|send|post|upload|delete|remove|use|type|curl|fetch|write|set)\b:?\s{1,3}["'`]?([\w./~@:$-][^\n"'`]{2,80})/gi;

function namesOf(text: string): string[] {
  const names = new Set<string>();
  for (const pattern of [quoted, address, told]) {
    for (const [, name = ''] of text.matchAll(pattern)) {
      if (names.size >= maxNames) return [...names];
      const plain = name
        .trim()
        .replace(/[.,;:]{1,3}$/, '')
        .toLowerCase();
      if (plain.length >= 4) names.add(plain.slice(0, 120));
    }
  }
  return [...names];
}
