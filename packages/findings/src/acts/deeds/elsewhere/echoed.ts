import { parseShell, type SimpleCommand } from '@debrief/shell';

/** Programs that print each command before they run it. */
export const echoing = /^(?:make|gmake|just|task|npm|pnpm|yarn|bun|composer|rake|(?:ba|z|da)?sh)$/;
/** What a project's own runner is rarely meant to do without a word: it changes what others use. */
const outward =
  /^(?:terraform|tofu|terragrunt|pulumi|cdk|kubectl|oc|helm|aws|gcloud|az|gsutil|doctl|fly|flyctl|heroku|vercel|netlify|firebase|railway|wrangler|serverless|sls|argocd|flux|skopeo|crane|docker|npm|pnpm|cargo|twine|gem|gh|goreleaser|psql|mysql|redis-cli|mongosh|rclone|azcopy|s3cmd|git) \S/;
const most = { text: 20_000, lines: 200, line: 400, commands: 5 };

/** Commands that a runner says it runs: `make` as they stand, `npm` behind `>`, `yarn` behind `$`, `sh -x` behind `+`. */
export function echoedBy(command: SimpleCommand, output: string): SimpleCommand[] {
  const words = command.args.map(({ value }) => value);
  if (output === '' || isOnlyTold(command.name, words)) return [];
  const isTraced = /sh$/.test(command.name);
  if (isTraced && !words.some((word) => /^-[a-z]*x/.test(word))) return [];
  const isBare = /^(?:make|gmake|just)$/.test(command.name);
  const found: SimpleCommand[] = [];
  for (const line of output.slice(0, most.text).split('\n', most.lines)) {
    const said = /^(?:> |\$ |\+{1,3} |task: (?:\[[^\]\n]{1,40}\] )?)(.{5,400})$/.exec(
      line.slice(0, most.line),
    )?.[1];
    const script = said ?? (isBare ? line.slice(0, most.line) : '');
    if (!outward.test(script)) continue;
    found.push(...parseShell(script, { cwd: command.cwd }).commands);
    if (found.length >= most.commands) break;
  }
  return found.slice(0, most.commands).map((one) => ({ ...one, isRemote: command.isRemote }));
}

/** `make -n` and `make help` run nothing. */
const isOnlyTold = (name: string, words: readonly string[]): boolean =>
  words.some((word) =>
    /^(?:--dry-?run|--just-print|--recon|--print-data-base|--summary|--list(?:-all)?|help|list|targets)$/.test(
      word,
    ),
  ) ||
  (/^(?:make|gmake|just|task)$/.test(name) &&
    words.some((word) => /^-[a-zA-Z]*[np]|^-l$/.test(word) && !word.startsWith('--')));
