import type { PullRequestRecord } from './records.ts';
import { normaliseRemote } from './repository-key.ts';

/** What a delivery tells of a pull request, read out of JSON that may hold anything. */
export type DeliveredPull = Omit<PullRequestRecord, 'organizationId'>;

type Fields = Record<string, unknown>;

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const text = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value.length > 0 ? clean(value).slice(0, max).toWellFormed() : null;

const clean = (value: string): string => value.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');

const shaOf = (value: unknown): string | null =>
  typeof value === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value) ? value : null;

const numberOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= 1 ? (value as number) : null;

/** ISO 8601, or GitLab's older `2026-01-31 12:00:00 UTC`. */
function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > 40) return null;
  const at = Date.parse(value.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC$/, '$1T$2Z'));
  return Number.isFinite(at) && at >= 0 ? at : null;
}

/** The address of a pull request, if it is one of the web and not of some other scheme. */
export function pullUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2048) return null;
  try {
    const url = new URL(value);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
    url.username = '';
    url.password = '';
    url.hash = '';
    url.search = '';
    return url.href.replace(/\/$/, '');
  } catch {
    return null;
  }
}

/** GitHub's `pull_request` event; undefined when it holds nothing to keep. */
export function readGithubPull(payload: unknown): DeliveredPull | undefined {
  const pull = fields(fields(payload).pull_request);
  const base = fields(pull.base);
  const head = fields(pull.head);
  const url = pullUrl(pull.html_url);
  const number = numberOf(pull.number);
  const updatedAt = timeOf(pull.updated_at);
  const repository = remoteOf(fields(base.repo).clone_url ?? fields(base.repo).html_url);
  if (url === null || number === null || updatedAt === null || repository === undefined) return undefined;
  const isMerged = pull.merged === true || timeOf(pull.merged_at) !== null;
  return {
    url,
    number,
    repository,
    title: text(pull.title, 500),
    state: isMerged ? 'merged' : pull.state === 'closed' ? 'closed' : 'open',
    headBranch: text(head.ref, 255),
    baseBranch: text(base.ref, 255),
    headSha: shaOf(head.sha),
    // Before the merge GitHub names a trial merge here, which nobody ever sees.
    mergeSha: isMerged ? shaOf(pull.merge_commit_sha) : null,
    commitCount: numberOf(pull.commits),
    updatedAt,
  };
}

/** GitLab's `Merge Request Hook`; undefined when it holds nothing to keep. */
export function readGitlabMerge(payload: unknown): DeliveredPull | undefined {
  const merge = fields(fields(payload).object_attributes);
  const project = fields(fields(payload).project);
  const url = pullUrl(merge.url);
  const number = numberOf(merge.iid);
  const updatedAt = timeOf(merge.updated_at);
  const repository = remoteOf(project.git_http_url ?? project.web_url);
  if (url === null || number === null || updatedAt === null || repository === undefined) return undefined;
  const isMerged = merge.state === 'merged';
  return {
    url,
    number,
    repository,
    title: text(merge.title, 500),
    state: isMerged ? 'merged' : merge.state === 'closed' ? 'closed' : 'open',
    headBranch: text(merge.source_branch, 255),
    baseBranch: text(merge.target_branch, 255),
    headSha: shaOf(fields(merge.last_commit).id),
    mergeSha: isMerged ? (shaOf(merge.squash_commit_sha) ?? shaOf(merge.merge_commit_sha)) : null,
    commitCount: null,
    updatedAt,
  };
}

const remoteOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? normaliseRemote(value) : undefined;
