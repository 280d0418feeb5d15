import type { Tool } from '@debrief/transcript';
import { guardOf } from '../file.ts';
import { placeOf, type Surroundings } from '../place.ts';
import { screenedAll } from '../screen/screened.ts';
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
const orders: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\s{1,5}(?:(?:all|any|the|your|of)\s{1,5}){0,4}(?:previous|prior|above|earlier|preceding|system|existing|other)\s{1,5}(?:instructions?|prompts?|rules|messages?|context|guidelines|directions)/iu,
  /\b(?:do not|don['’]t|never|without)\s{1,5}(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?|ask(?:ing)?|show(?:ing)?)\s{1,5}(?:(?:this|it|that|about)\s{1,5}){0,2}(?:to\s{1,5})?(?:the\s{1,5})?(?:user|human|developer|operator|person|maintainer)/iu,
  /\bSYSTEM (?:NOTE|MESSAGE|OVERRIDE|PROMPT|INSTRUCTION)/iu,
  /\b(?:ai|llm|coding|code|automated) (?:agents?|assistants?|models?)\b.{0,20}(?::|\bmust\b|\bshould\b|\bare required\b|\breading this\b|\bplease\b|\bneed to\b)/iu,
  /\b(?:note|instructions?|attention|message) (?:to|for) (?:the |any |all )?(?:ai|llm|agents?|assistants?|claude|copilot|codex|gemini|cursor)\b/iu,
  /\bif you are an? (?:ai|llm|language model|coding agent|agent|assistant)\b/iu,
  /(?:<!--|\/\*|\[|^|\n)\s{0,4}(?:system|assistant|agent|ai|llm|claude|copilot|codex|gemini|cursor)(?: (?:instructions?|prompt|message|note))?\s{0,3}:\s{0,4}\S/iu,
  /<\/?(?:system|instructions?|important|admin)>/iu,
  /\b(?:the |any |this |your )?(?:assistants?|agents?|copilot|claude|codex|gemini|language models?|bots?)\b.{0,60}\b(?:must|should|has to|have to|shall|is required to|are required to|needs? to|is expected to)\b.{0,30}\b(?:first|run|execute|add|send|post|upload|delete|remove|install|fetch|open|set|grant|push|merge|call|disable|append|write|create|change|include|read|export|use)\b/iu,
  /\b(?:new|updated|additional|hidden|special) (?:instructions?|directives?|orders) (?:for|to)\b/iu,
  /\b(?:as|being) (?:an? |the )?(?:ai|assistant|agent|coding agent|model),? (?:you|please|run|execute)\b/iu,
];
/** Letters that nobody sees. */
const unseen = /[\u{E0020}-\u{E007E}]{4}/u;

const seen = screenedAll(orders);

/** The first place where one of them stands. */
function orderIn(text: string): RegExpExecArray | undefined {
  let first: RegExpExecArray | undefined;
  for (const order of seen) {
    const found = order.exec(text);
    if (found && (first === undefined || found.index < first.index)) first = found;
  }
  const found = text.includes('\udb40') ? unseen.exec(text) : null;
  return found && (first === undefined || found.index < first.index) ? found : first;
}

/** Words by which a text takes the place of the person. Files of the repository may speak to agents otherwise. */
const usurps =
  /\b(?:ignore|disregard|forget|override)\s{1,5}(?:\w{1,10}\s{1,5}){0,4}(?:instructions?|prompts?|rules|messages?|guidelines|directions)|\b(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?|ask(?:ing)?|show(?:ing)?)\s{1,5}(?:\w{1,10}\s{1,5}){0,3}(?:user|human|developer|operator|person|maintainer)|SYSTEM (?:OVERRIDE|PROMPT|INSTRUCTION)|[\u{E0020}-\u{E007E}]{4}/iu;

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
  const found = orderIn(read);
  if (!found || (!fromElsewhere && !usurps.test(found[0]))) return undefined;
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
  if (tool === 'web' || tool === 'mcp' || (tool === 'other' && ofServer.test(call.name))) return true;
  if (tool === 'shell') return foreignCommand.test(call.title.slice(0, 1000));
  if (path === undefined || surroundings.root === undefined) return false;
  const whole = path.startsWith('/') || path.startsWith('~') ? path : `${surroundings.root}/${path}`;
  return (
    /\/(?:node_modules|vendor|site-packages|\.venv)\//.test(whole) ||
    ['home', 'system', 'temporary'].includes(placeOf(whole, surroundings))
  );
}

/** Tools of servers, as agents name them without saying so: `github-get_issue`, `jira_get_issue`, `fetch_page`. */
const ofServer =
  /^[a-z][\w]{1,40}[-.:/][\w.-]{2,80}$|(?:get|list|read|fetch|search|view|query|load)[_-]?(?:\w{1,20}[_-])?(?:issues?|pull|pr|comments?|pages?|tickets?|messages?|mails?|emails?|docs?|documents?|threads?|releases?|discussions?|events?|records?|content|urls?|wiki|channels?|cards?)/i;

const address = /\b(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,12})(?=[/:\s"'`)]|$)/gi;
const quoted = /`([^`\n]{3,160})`/g;
const told =
  /\b(?:run|execute|call|type|enter|curl|wget|invoke|install)\b:?\s{1,3}["'`]?((?:[\w./~@$-]{1,60})(?: [^\s"'`]{1,80}){0,12})/gi;
const path =
  /(?:^|[\s"'`(])((?:~|\.{1,2})?\/?(?:[\w.-]{1,60}\/){1,8}[\w.-]{2,60}|~\/[\w./-]{3,80}|\.env[\w.]{0,20}|[\w-]{2,40}\.(?:sh|py|ps1))(?=[\s"'`),;]|$)/g;
/** Where a sentence goes on after a command. */
const sentence =
  /[.,;:!]\s|[.,;:!]$|\s(?:before|first|and|then|to|now|in order|so|if|when|as|for|on|with your|immediately)\s.*$/;

/** What the text names, each with its kind: `c:` a command of two words and more, `h:` a host, `p:` a path. */
function namesOf(text: string): string[] {
  const names = new Set<string>();
  const add = (kind: 'c' | 'h' | 'p', name: string) => {
    const one = name
      .trim()
      .replace(/\s+/g, ' ')
      .replace(/[.,;:]{1,3}$/, '')
      .toLowerCase();
    if (one.length >= 6 && names.size < maxNames) names.add(`${kind}:${one.slice(0, 60)}`);
  };
  for (const [, name = ''] of text.matchAll(quoted)) if (/^[\w./~@-]+ \S/.test(name)) add('c', name);
  for (const [, name = ''] of text.matchAll(told)) {
    const command = name.replace(sentence, '');
    if (/^[\w./~@-]+ \S/.test(command)) add('c', command);
  }
  for (const [, host = ''] of text.matchAll(address)) if (!isFileName.test(host)) add('h', host);
  for (const [, name = ''] of text.matchAll(path)) add('p', name);
  return [...names];
}

const isFileName =
  /\.(?:js|ts|json|md|py|go|rs|rb|sh|yml|yaml|toml|lock|txt|html|css|java|kt|cs|php|env|cfg|conf|ini|xml|sql|log|npmrc)$/i;
