import { parseTeamRule } from './parse.ts';
import { type CheckName, checks, maxTeamRuleText } from './team-rule.ts';

/**
 * Sentences of AGENTS.md, CLAUDE.md and the like that a rule of the team's own can say: “Run `make lint` before every
 * commit.” They are offered to whoever writes rules, and adopted by nobody else. The text is anybody's: so many lines
 * of it are read, and what is made of them is a rule that `parse.ts` reads, or nothing.
 */
export interface RuleOffer {
  /** The sentence as it stands in the file. */
  said: string;
  /** The rule: `when commit unless ran "make lint" since the last edit`. */
  text: string;
  title: string;
  /** What a finding of it would say. */
  sentence: string;
}

const max = { text: 40_000, lines: 800, sentence: 300, offers: 20, name: 100, said: 200 };

export interface SaidAt {
  said: string;
  /** The line it stands in, as it stands there, and its number from 1. */
  line: string;
  at: number;
}

/** Sentences that a file of instructions has, without what is only shown. */
export function* sentencesOf(text: string): Generator<SaidAt> {
  let isCode = false;
  for (const [index, line] of text.slice(0, max.text).split('\n', max.lines).entries()) {
    if (/^\s{0,20}(?:```|~~~)/.test(line)) isCode = !isCode;
    else if (!isCode)
      for (const sentence of line
        .slice(0, 1000)
        .replace(/^[\s>#*+\d.)-]{0,20}/, '')
        .replaceAll('**', '')
        .split(/(?<=[.!;])\s+(?=[A-Z`])/))
        if (sentence.length > 8 && sentence.length <= max.sentence)
          yield { said: sentence.trim(), line, at: index + 1 };
  }
}

export function offersIn(text: string): RuleOffer[] {
  const offers = new Map<string, RuleOffer>();
  for (const { said } of sentencesOf(text)) {
    if (offers.size >= max.offers) break;
    const offer = offerOf(said);
    if (offer && !offers.has(offer.text)) offers.set(offer.text, offer);
  }
  return [...offers.values()];
}

type Draft = Omit<RuleOffer, 'said'>;

export function offerOf(said: string): RuleOffer | undefined {
  const draft =
    needed(said) ?? unasked(said) ?? forbiddenPush(said) ?? forbiddenEdit(said) ?? forbiddenCommand(said);
  if (!draft || draft.text.length > maxTeamRuleText) return undefined;
  try {
    parseTeamRule(draft.text);
  } catch {
    return undefined;
  }
  const clip = (one: string, most: number) =>
    one.length > most ? `${one.slice(0, most - 1).toWellFormed()}…` : one;
  return {
    said: clip(said, max.said),
    text: draft.text,
    title: clip(draft.title, 80),
    sentence: clip(draft.sentence, 200),
  };
}

const code = /`([^`\n]{2,120})`/g;
export const codesIn = (said: string): string[] =>
  [...said.matchAll(code)]
    .map(([, one = '']) => one.trim())
    .filter((one) => one !== '' && !one.includes('"'));

/** A program and its words, and no path, name or setting. */
export const isCommand = (one: string): boolean =>
  one.length <= max.name &&
  /^(?:\.{0,2}\/)?[\w.@-]{2,40}(?:\/[\w.@-]{1,40}){0,4}(?: [\w@%+=:,./*'-]{1,60}){0,8}$/.test(one) &&
  (one.includes(' ') || programs.test(one));
const programs =
  /^(?:npm|pnpm|yarn|bun|npx|make|just|task|mise|cargo|go|pytest|ruff|mypy|tox|nox|gradle|mvn|dotnet|rake|mix|composer|sbt|bazel|eslint|prettier|biome|tsc|git|sudo|docker|kubectl|terraform|helm|psql|pip|poetry|uv|brew|curl|rm|sed|black|isort|golangci-lint|clippy|rubocop|phpunit|rspec|pre-commit|lefthook|\.{0,2}\/\S{1,80})$/;

const before =
  /\b(?:before|prior to|ahead of)\b.{0,30}\b(?<act>commit\w{0,4}|push\w{0,3}|pull requests?|prs?\b|merg\w{1,4}|submit\w{0,4})|\b(?:never|do not|don['’]t|must not)\b.{0,12}\b(?<not>commit|push|merge|submit)\b.{0,60}\b(?:without|unless|until|before)\b/i;
const runs =
  /\b(?:run|runs|running|execute|executing|call|calling|use|passes|pass|passing|green|clean|succeed\w{0,2})\b/i;
const kinds: readonly (readonly [CheckName, RegExp])[] = [
  ['tests', /\b(?:tests?|test suite|specs?)\b/i],
  ['lint', /\b(?:lint(?:er|ers|ing)?|format(?:ting|ter)?)\b/i],
  ['types', /\b(?:type ?-?check\w{0,3}|types)\b/i],
  ['build', /\b(?:builds?|compil\w{1,4})\b/i],
];

/** “Run `make lint` before every commit”, “never commit unless the tests pass”. */
function needed(said: string): Draft | undefined {
  const found = before.exec(said);
  if (!found || !runs.test(said)) return undefined;
  const act = /^commit/i.test(found.groups?.act ?? found.groups?.not ?? '') ? 'commit' : 'push';
  const done = act === 'commit' ? 'Committed' : 'Pushed';
  const command = codesIn(said).find(isCommand);
  if (command !== undefined && !/^git (?:commit|push)/.test(command))
    return {
      text: `when ${act} unless ran "${command}" since the last edit`,
      title: `${act === 'commit' ? 'Commit' : 'Push'} without ${command}`,
      sentence: `${done} without ${command} since the last edit.`,
    };
  const kind = kinds.find(([, names]) => names.test(said))?.[0];
  if (kind === undefined || !checks.includes(kind)) return undefined;
  return {
    text: `when ${act} unless ${kind} passed since the last edit`,
    title: `${act === 'commit' ? 'Commit' : 'Push'} without ${kind === 'tests' ? 'tests' : `a passing ${kind} check`}`,
    sentence: `${done}, and ${kind} had not passed since the last edit.`,
  };
}

export const no = /\b(?:never|do not|don['’]t|must not|may not|should not|shouldn['’]t|avoid|no)\b/i;

/** “Do not commit unless you are asked to.” */
function unasked(said: string): Draft | undefined {
  const found =
    /\b(?:never|do not|don['’]t|must not)\b.{0,12}\b(?<act>commit|push)\b.{0,60}\b(?:unless|without|until)\b.{0,30}\b(?:ask\w{0,3}|told|request\w{0,3}|instruct\w{0,3}|permission|approv\w{1,4})\b/i.exec(
      said,
    );
  const act = found?.groups?.act?.toLowerCase();
  if (act === undefined) return undefined;
  return {
    text: `when ${act} unless asked "${act}"`,
    title: `${act === 'commit' ? 'Commit' : 'Push'} that nobody asked for`,
    sentence: `${act === 'commit' ? 'Committed' : 'Pushed'}, and nobody had asked for it.`,
  };
}

/** “Never push to main.” */
function forbiddenPush(said: string): Draft | undefined {
  if (!no.test(said)) return undefined;
  const branch =
    /\bpush\w{0,3}\b.{0,20}\bto\b (?:the )?`?(?<branch>main|master|trunk|develop|production|release(?:\/\*)?)`?/i.exec(
      said,
    )?.groups?.branch;
  return branch === undefined
    ? undefined
    : {
        text: `when push to "${branch.toLowerCase()}"`,
        title: `Push to ${branch.toLowerCase()}`,
        sentence: `Pushed straight to ${branch.toLowerCase()}.`,
      };
}

export const isPath = (one: string): boolean =>
  one.length <= max.name &&
  /^(?:\.\/)?[\w.@*-]{1,60}(?:\/[\w.@*-]{0,60}){0,8}$/.test(one) &&
  (/[/]/.test(one) || /\.\w{1,8}$/.test(one) || one.startsWith('.'));

/** “Do not edit files under `db/migrations`”, “generated, never change by hand: `src/api.gen.ts`”. */
function forbiddenEdit(said: string): Draft | undefined {
  const verb =
    /\b(?:never|do not|don['’]t|must not|may not|should not|shouldn['’]t|avoid)\b.{0,30}\b(?<verb>edit\w{0,3}|modif\w{1,4}|chang\w{1,3}|touch\w{0,3}|alter\w{0,3}|updat\w{1,3}|overwrit\w{1,3}|delet\w{1,3}|remov\w{1,3}|creat\w{1,3}|add)\b/i.exec(
      said,
    );
  const word = verb?.groups?.verb?.toLowerCase();
  if (!verb || word === undefined) return undefined;
  const named =
    codesIn(said).find(isPath) ??
    [...said.matchAll(/(?:^|\s)((?:[\w.-]{1,40}\/){1,6}[\w.*-]{0,60})(?=[\s,.;)]|$)/g)][0]?.[1];
  if (named === undefined) return undefined;
  const path = named
    .replace(/^\.\//, '')
    .replace(/\/\*{1,2}(?:\/\*)?$/, '/')
    .replaceAll('**', '*');
  const what = /^(?:delet|remov)/.test(word)
    ? 'delete'
    : /^(?:creat|add)/.test(word)
      ? 'new file'
      : /\bexisting\b/i.test(said)
        ? 'edit existing'
        : 'edit';
  const done = what === 'delete' ? 'Deleted' : what === 'new file' ? 'Made a file in' : 'Changed';
  return {
    text: `when ${what} "${path}"`,
    title: `${what === 'delete' ? 'Deletion in' : what === 'new file' ? 'New file in' : 'Change of'} ${path}`,
    sentence: `${done} ${path}, which the instructions forbid.`,
  };
}

/** “Do not run `npm publish`”, “use pnpm instead of `npm`”. */
function forbiddenCommand(said: string): Draft | undefined {
  const instead =
    /\b(?:instead of|rather than|not|never)\b (?:use |using |run |running )?`(?<command>[^`\n]{2,100})`/i.exec(
      said,
    );
  const forbidden =
    /\b(?:never|do not|don['’]t|must not|may not|should not|shouldn['’]t|avoid)\b.{0,20}\b(?:run|running|use|using|execute|executing|call|calling|invoke)\b.{0,20}`(?<command>[^`\n]{2,100})`/i.exec(
      said,
    );
  const command = (forbidden ?? (/\buse\b|\bprefer\b/i.test(said) ? instead : null))?.groups?.command?.trim();
  if (command === undefined || command.includes('"') || !isCommand(command)) return undefined;
  return {
    text: `when command "${command}"`,
    title: `Use of ${command}`,
    sentence: `Ran ${command}, which the instructions forbid.`,
  };
}
