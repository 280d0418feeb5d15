import { toolOfCode } from './named-tool.ts';

/** Sentences of a reply that may state something. */

export const longestReply = 20_000;

/** What stands for a command in a statement: “`npm test` passes” speaks of tests. */
const spoken: readonly [RegExp, string][] = [
  [
    /\b(?:lint\w*|eslint|biome|ruff|clippy|golangci-lint|rubocop|stylelint|prettier|fmt|format:check)\b/i,
    ' lint ',
  ],
  [
    /^(?:terraform|tofu|terragrunt|packer|caddy)\b.{0,60}\bvalidate\b|^(?:nginx|sshd) -t\b|^(?:kubeconform|kubeval|promtool|cfn-lint)\b|--syntax-check\b/i,
    ' lint ',
  ],
  [/\b(?:tsc|type-?check\w*|mypy|pyright|check-types)\b/i, ' typecheck '],
  [/\b(?:tests?|spec|vitest|jest|pytest|mocha|rspec|phpunit|playwright|ctest|nextest)\b/i, ' tests '],
  [
    /^(?:make|just|task|mise|npm|pnpm|yarn|bun|\.\/\w{1,20})\b.{0,30}\b(?:check|ci|verify|validate)\b/i,
    ' checks ',
  ],
  [/^(?:\.\/)?(?:mvnw?|mvnd|gradlew?)\b.{0,40}\b(?:verify|check|install)\b/i, ' tests '],
  [/^(?:check|checks|ci|verify|validate|all)$/i, ' checks '],
  [/\b(?:build|compile|package|assemble|vite build|webpack|tsup)\b/i, ' build '],
  [
    /^(?:Test[A-Z]\w{2,60}|test_\w{2,60}|[A-Z]\w{1,60}(?:Tests?|Specs?)|[\w-]{1,60}[._](?:test|spec)(?:\.\w{1,5})?)$/,
    ' test ',
  ],
];

function codeInWords(code: string): string {
  if (!/^[\w@./:*-]+(?: [\w@./:=*"'-]+){0,8}$/.test(code)) return ' code ';
  const tool = toolOfCode(code);
  if (tool !== undefined) return ` ${tool} `;
  return spoken.find(([command]) => command.test(code))?.[1] ?? ' code ';
}

/** Stands for a quoted piece until the line is cut into sentences. */
const firstMark = 0xe000;
const maxCodes = 200;

function withoutMarks(line: string, codes: string[]): string {
  let plain = line;
  if (plain.includes('`'))
    plain = plain.replace(/`([^`]{0,200})`/g, (_, code: string) => {
      if (codes.length >= maxCodes) return codeInWords(code);
      codes.push(code);
      return ` ${String.fromCharCode(firstMark + codes.length - 1)} `;
    });
  if (/["“]/.test(plain)) plain = plain.replace(/["“][^"”]{0,300}["”]/g, ' quote ');
  return plain.includes('**') || plain.includes('__') ? plain.replace(/\*\*|__/g, '') : plain;
}

/** A sentence in plain words, and the code that it quotes. */
export interface Sentence {
  text: string;
  codes: string[];
  /** With the names that stand in the code, where there is any. */
  named?: string;
}

const marks = / ?([\ue000-\ue0c8]) ?/g;

function sentenceOf(marked: string, codes: readonly string[]): Sentence {
  const own: string[] = [];
  const codeAt = (mark: string) => codes[mark.charCodeAt(0) - firstMark];
  const text = marked.replace(marks, (_, mark: string) => {
    const code = codeAt(mark);
    if (code === undefined) return ' ';
    own.push(code);
    return codeInWords(code);
  });
  // Its marks would divide the sentence.
  const named = marked.replace(
    marks,
    (_, mark: string) => ` ${codeAt(mark)?.replace(/[^\w./]+/g, ' ') ?? ''} `,
  );
  return { text, codes: own, named };
}

const ofCheck =
  /^(?:(?:the|all|full|unit|integration|e2e|static|code|npm|pnpm|yarn|bun|npx|cargo|go|uv|make|just|mix|dotnet|run|-?-?check|\.\/\.\.\.|tests?|specs?|suite|[\w-]{0,12}lint\w{0,6}|type-?check\w{0,3}|types?|builds?|compile|compilation|tsc|--noEmit|vet|format\w{0,4}|fmt|pytest|jest|vitest|mocha|rspec|phpunit|playwright|cypress|ruff|mypy|pyright|phpstan|clippy|rubocop|prettier|biome|shellcheck|vue-tsc|svelte-check|src|\.)(?: |$)){1,6}$/i;
const verdict =
  /^(?:[✅✔✓❌✗✘]|(?:all )?(?:pass(?:ed|es|ing)?|green|clean|ok|success\w{0,5}|fail(?:ed|s|ing)?)\b|(?:no|0|zero) (?:\w{1,12} )?(?:errors?|warnings?|issues?|failures?|problems?)\b|\d{1,6} (?:\w{1,12} )?(?:passed|passing)\b|exit(?: code)? 0\b)/i;
const runnerAlone = /^(?:pytest|jest|vitest|mocha|rspec|phpunit|playwright|cypress)$/i;

/** `| pyright | ✅ 0 errors |` of a table of checks says that pyright is clean; other rows say nothing here. */
function rowInWords(line: string): Sentence | undefined {
  const cells = line
    .replace(/[`*]/g, '')
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  const [first = '', ...rest] = cells;
  if (cells.length < 2 || cells.length > 5 || first.length > 50 || !ofCheck.test(first)) return undefined;
  const said = rest.find((cell) => verdict.test(cell));
  if (said === undefined) return undefined;
  return { text: `${first}${runnerAlone.test(first) ? ' tests' : ''}: ${said}`, codes: [] };
}

/** `- [x] eslint` and `✅ vitest (27/27)` of a list of checks. */
const tick =
  /^(?:[-*+] {0,3})?(?:\[[xX]\]|✅|✔️?|☑️?) {0,3}(?<name>[^:|—–]{2,40}?)(?<more> ?\(\d[^()]{0,30}\))?\s{0,4}$/u;

function tickInWords(line: string): Sentence | undefined {
  const { name = '', more = '' } = (line.length < 90 && tick.exec(line.replace(/[`*]/g, ''))?.groups) || {};
  if (name === '' || !ofCheck.test(name.trim())) return undefined;
  const alone = name.trim();
  return { text: `${alone}${runnerAlone.test(alone) ? ' tests' : ''}: ✅${more}`, codes: [] };
}

/** What is quoted, drawn or written as code is no statement, and neither are most rows of tables. */
export function sentencesOf(reply: string): Sentence[] {
  const sentences: Sentence[] = [];
  let isCode = false;
  for (const line of reply.slice(0, longestReply).split('\n')) {
    const told = line.trimStart();
    if (told.startsWith('```') || told.startsWith('~~~')) {
      isCode = !isCode;
      continue;
    }
    if (told.startsWith('|') && !isCode) {
      const row = rowInWords(told.slice(0, 400));
      if (row) sentences.push(row);
      continue;
    }
    const ticked = isCode ? undefined : tickInWords(told);
    if (ticked !== undefined) {
      sentences.push(ticked);
      continue;
    }
    if (isCode || told.startsWith('>') || /^#{1,6} |[│├└─┌]/.test(told)) continue;
    const codes: string[] = [];
    const marked = withoutMarks(line.slice(0, 4000), codes).split(/(?<=[.!?;])\s+/);
    sentences.push(
      ...marked.map((one) => (codes.length === 0 ? { text: one, codes } : sentenceOf(one, codes))),
    );
  }
  return sentences;
}
