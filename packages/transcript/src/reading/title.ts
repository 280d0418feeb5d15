/** Only the beginning of a text is looked at: whatever comes later is no title. */
const looked = 4000;
/** Shorter sentences (“Hi.” “Ok!”) say nothing alone; the next one is taken with them. */
const shortest = 12;

/** What people paste before the thing itself. */
const leadIns =
  /^(?:please )?(?:implement|execute|carry out|follow|do|apply|work on) (?:the |this )?(?:following |attached |approved )?(?:plan|spec|specification|task|tasks|steps|instructions)(?: below)?[:.]?$/i;
/** Headings that every document has. */
const bareHeadings =
  /^(?:context|plan|the plan|implementation plan|overview|goals?|tasks?|your task|summary|background|instructions|objectives?|role|problem|description|introduction|request|issue|prompt|task description)[:.]?$/i;
const headingLabels =
  /^(?:implementation plan|detailed plan|plan|task|your task|goal|objective|context|request|summary|title|subject|feature|spec|issue|problem)\s{0,3}[:–—-]\s{1,3}(?=\S)/i;
/** Who speaks, and what a program that prompts puts around its parts: `[[ ## user_query ## ]]`, `@[User]:`. */
const partMarks = /^(?:\[\[[^\]]{1,60}\]\]|@?\[(?:system|user|assistant|human)\]:?|(?:system|user|human):)$/i;
/** People begin with the address of an issue; what fits a title of it is `acme/shop#12`. */
const issueAddress =
  /https?:\/\/(?:github|gitlab)\.com\/([\w.-]{1,100}\/[\w.-]{1,100})\/(?:-\/)?(?:issues|pull|merge_requests)\/(\d{1,9})[^\s)]{0,200}/g;
const mailHeaders = /^(?:from|to|cc|date|sent|reply-to|message-id|content-type|x-[a-z-]{1,30}):\s/i;

/**
 * The first thing in a prompt or a plan that says what it is about: a heading or a sentence, in one plain line.
 * Pasted headers, fences, tags and “Implement the following plan:” are passed over. Empty when there is nothing.
 */
export function headline(text: string, most = 200): string {
  let said = '';
  for (const line of toldLines(text)) {
    const sentence = firstSentence(line);
    said = said === '' ? sentence : `${said} ${sentence}`;
    if (said.length >= shortest) break;
  }
  return cut(said, most);
}

/** The beginning of a prompt as one plain line: what was asked often stands in its second sentence. */
export function gist(text: string, most: number): string {
  let said = '';
  for (const line of toldLines(text)) {
    // A heading has no full stop of its own.
    said = said === '' ? line : `${said}${/[.,:;!?…]$/.test(said) ? '' : '.'} ${line}`;
    if (said.length >= most) break;
  }
  return cut(said, most);
}

/** The lines that say something, without the marks of Markdown. */
function* toldLines(text: string): Generator<string> {
  let isFenced = false;
  for (const raw of text.slice(0, looked).split('\n')) {
    const line = raw.trim();
    if (line.startsWith('```') || line.startsWith('~~~')) isFenced = !isFenced;
    else if (!isFenced && !isPassedOver(line)) {
      const told = plain(line);
      if (/[\p{L}\p{N}]/u.test(told)) yield told;
    }
  }
}

function isPassedOver(line: string): boolean {
  if (line === '' || mailHeaders.test(line) || leadIns.test(line) || partMarks.test(line)) return true;
  // A tag of its own, a rule, the frame of a table.
  if (line.startsWith('<') && line.endsWith('>') && !line.includes(' ')) return true;
  return bareHeadings.test(line.replace(/^#{1,6}\s{1,4}/, '').replaceAll('*', ''));
}

/** Without the marks of Markdown. */
function plain(line: string): string {
  return line
    .replace(/^(?:>\s{0,3}){1,5}/, '')
    .replace(/^(?:#{1,6}|[-*+•]|\d{1,3}[.)])\s{1,4}/, '')
    .replaceAll(/\[([^\]\n]{1,200})\]\([^()\s]{0,500}\)/g, '$1')
    .replaceAll(issueAddress, '$1#$2')
    .replaceAll(/[`\0\u2500-\u259f]|\*\*|__/g, '')
    .replace(headingLabels, '')
    .replaceAll(/\s{2,}/g, ' ')
    .trim();
}

/** Up to the first full stop that ends a sentence; a dot in a name or a number ends none. */
function firstSentence(line: string): string {
  for (let at = shortest; at < line.length - 1; at++) {
    const mark = line[at];
    if ((mark === '.' || mark === '!' || mark === '?') && line[at + 1] === ' ' && !isAbbreviation(line, at))
      return line.slice(0, mark === '.' ? at : at + 1);
  }
  return line.replace(/[.:]$/, '');
}

/** `e.g. `, `i.e. `, `vs. `, `1. `. */
const isAbbreviation = (line: string, at: number): boolean =>
  /(?:^|[\s(])(?:e\.g|i\.e|vs|etc|cf|no|\d{1,3})$/i.test(line.slice(Math.max(0, at - 6), at));

function cut(line: string, most: number): string {
  if (line.length <= most) return line.toWellFormed();
  const kept = line.slice(0, most - 1);
  const space = kept.lastIndexOf(' ');
  return `${(space > most / 2 ? kept.slice(0, space) : kept).toWellFormed().trimEnd()}…`;
}

/** Whether a title is one of these, also cut, or without what may not be in a title. */
export function isTold(given: string, told: readonly string[]): boolean {
  const letters = lettersOf(given);
  return letters !== '' && told.some((line) => lettersOf(line).startsWith(letters));
}

const lettersOf = (line: string): string => line.slice(0, 400).replaceAll(/[^\p{L}\p{N}]/gu, '');
