import type { SimpleCommand } from '@debrief/shell';
import type { DeedDraft } from '../deed.ts';

/** What a call of a forge's API does there, whichever program makes it. */
interface ForgeCall {
  method: string;
  /** From the noun on: `repos/acme/shop/pulls/9/merge`, `projects/7/merge_requests/12/merge`. */
  path: string;
  words: readonly string[];
}

const clients = /^(?:curl|wget|https?|xh)$/;
const address =
  /^(?:https:\/\/api\.github\.com|https?:\/\/[\w.-]{3,100}(?::\d{2,5})?\/api\/v[1348]|https:\/\/api\.bitbucket\.org\/2\.0)\/((?:repos|projects|repositories|orgs|user|graphql)\b[^?#]{0,300})/;
const body =
  /^(?:-[dFf]|--data(?:-raw|-binary|-urlencode|-ascii)?|--form|--json|--raw-field|--field|--input|--post-data)(?:=|$)/;

function callOf({ name, args }: SimpleCommand): ForgeCall | undefined {
  const words = args.map(({ value }) => value);
  const isTool = /^(?:gh|glab)$/.test(name) && words[0] === 'api';
  if (!isTool && !clients.test(name)) return undefined;
  const path = isTool
    ? words
        .slice(1)
        .map(
          (word) =>
            address.exec(word)?.[1] ??
            /^\/?((?:repos|projects|orgs|user|graphql)\b[^?#]{0,300})/.exec(word)?.[1],
        )
        .find(Boolean)
    : words.map((word) => address.exec(word)?.[1]).find(Boolean);
  return path === undefined ? undefined : { method: methodOf(words), path: path.replace(/\/$/, ''), words };
}

function methodOf(words: readonly string[]): string {
  for (const [at, word] of words.entries()) {
    if (/^(?:-X|--request|--method)$/.test(word)) return (words[at + 1] ?? '').toUpperCase();
    const given = /^(?:-[a-zA-Z]{0,9}X|--request=|--method=)([A-Za-z]{3,7})$/.exec(word)?.[1];
    if (given !== undefined) return given.toUpperCase();
    if (/^-[a-zA-Z]{1,9}X$/.test(word)) return (words[at + 1] ?? '').toUpperCase();
    if (/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(word)) return word;
  }
  return words.some((word) => body.test(word)) ? 'POST' : 'GET';
}

/** Comments, labels and the like: taken away, nobody misses them. */
const trifles = /comments|reactions|labels|assignees|requested_reviewers|subscription|lock/;
const merging = /\/(?:pulls|merge_requests|pullrequests)\/[^/]{1,40}\/merge$/;

/** A merge, an approval, a release or a deletion by the API of a forge. */
export function doneAtForge(command: SimpleCommand): DeedDraft | undefined {
  const call = callOf(command);
  if (!call) return undefined;
  const { method, path } = call;
  const tool = /^(?:gh|glab)$/.test(command.name) ? command.name : 'forge';
  const done = (
    what: string,
    target: string,
    wish: DeedDraft['wish'],
    severity: DeedDraft['severity'],
  ): DeedDraft => ({ rule: 'out.publish', severity, target, what, wish });
  if (path === 'graphql') return byGraph(call.words, tool, done);
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (merging.test(path) && /^(?:PUT|POST)$/.test(method))
    return done('Merged a pull request', `${tool} merge`, 'merge', 'medium');
  const says = (word: RegExp) => call.words.some((one) => word.test(one.slice(0, 2000)));
  if (
    (/\/pulls\/[^/]{1,40}\/reviews(?:\/|$)/.test(path) && says(/\bAPPROVE\b/)) ||
    /\/(?:merge_requests|pullrequests)\/[^/]{1,40}\/approve$/.test(path)
  )
    return method === 'DELETE'
      ? undefined
      : done('Approved a pull request', `${tool} approve`, 'approve', 'high');
  if (method === 'DELETE') return deleted(path, `${tool} api`, done);
  if (/\/releases(?:\/|$)/.test(path) && !/generate-notes/.test(path))
    return done('Published a release through the API of the forge', `${tool} release`, 'publish', 'high');
  if (
    /\/dispatches$/.test(path) &&
    (says(/deploy|release|publish|prod/i) || /deploy|release|publish|prod/i.test(path))
  )
    return done('Started a workflow on the forge', `${tool} workflow`, 'deploy', 'medium');
  return undefined;
}

type Done = (
  what: string,
  target: string,
  wish: DeedDraft['wish'],
  severity: DeedDraft['severity'],
) => DeedDraft;

function deleted(path: string, target: string, done: Done): DeedDraft | undefined {
  if (trifles.test(path)) return undefined;
  const isWhole = /^(?:repos\/[^/]+\/[^/]+|projects\/[^/]+|repositories\/[^/]+\/[^/]+)$/.test(path);
  return done(
    'Deleted something through the API of the forge',
    target,
    'delete',
    isWhole ? 'high' : 'medium',
  );
}

function byGraph(words: readonly string[], tool: string, done: Done): DeedDraft | undefined {
  const text = words.join(' ').slice(0, 6000);
  if (!/\bmutation\b/.test(text)) return undefined;
  if (/\b(?:mergePullRequest|enablePullRequestAutoMerge|mergeBranch|mergeRequestAccept)\b/.test(text))
    return done('Merged a pull request', `${tool} merge`, 'merge', 'medium');
  if (/\b(?:addPullRequestReview|submitPullRequestReview)\b/.test(text) && /\bAPPROVE\b/.test(text))
    return done('Approved a pull request', `${tool} approve`, 'approve', 'high');
  return /\bdelete(?:Repository|Ref|Issue|PackageVersion|Discussion)\b/.test(text)
    ? done('Deleted something through the API of the forge', `${tool} api`, 'delete', 'medium')
    : undefined;
}
