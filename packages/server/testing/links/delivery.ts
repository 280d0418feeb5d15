import { createHmac, randomUUID } from 'node:crypto';
import { type Reply, send } from '../request.ts';
import type { TestServer } from '../server.ts';

/**
 * Webhook deliveries in the shape that GitHub's and GitLab's documentation describes. They are made from that
 * documentation, not recorded; what Debrief does not read is left out.
 */

export interface PullGiven {
  number?: number;
  title?: string;
  state?: 'open' | 'merged' | 'closed';
  headSha: string;
  headBranch?: string;
  mergeSha?: string;
  commits?: number;
  updatedAt?: string;
  host?: string;
}

export function githubPull(given: PullGiven): object {
  const { number = 7, state = 'open', host = 'https://github.com' } = given;
  const repo = {
    id: 1296269,
    name: 'app',
    full_name: 'acme/app',
    html_url: `${host}/acme/app`,
    clone_url: `${host}/acme/app.git`,
    ssh_url: 'git@github.com:acme/app.git',
  };
  return {
    action: state === 'open' ? 'synchronize' : 'closed',
    number,
    pull_request: {
      html_url: `${host}/acme/app/pull/${number}`,
      number,
      state: state === 'open' ? 'open' : 'closed',
      title: given.title ?? 'Add the parser',
      user: { login: 'octocat', id: 1 },
      body: 'A description that is not kept.',
      merged: state === 'merged',
      merged_at: state === 'merged' ? '2026-06-02T10:00:00Z' : null,
      merge_commit_sha: given.mergeSha ?? null,
      commits: given.commits ?? 1,
      updated_at: given.updatedAt ?? '2026-06-02T10:00:00Z',
      head: { ref: given.headBranch ?? 'feature', sha: given.headSha, repo },
      base: { ref: 'main', sha: 'b'.repeat(40), repo },
    },
    repository: repo,
    sender: { login: 'octocat', id: 1 },
  };
}

export function gitlabMerge(given: PullGiven): object {
  const { number = 7, state = 'open', host = 'https://gitlab.example.com' } = given;
  return {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: { id: 1, name: 'Administrator', username: 'root', email: '[REDACTED]' },
    project: {
      id: 1,
      web_url: `${host}/acme/app`,
      git_ssh_url: 'git@gitlab.example.com:acme/app.git',
      git_http_url: `${host}/acme/app.git`,
      path_with_namespace: 'acme/app',
    },
    object_attributes: {
      id: 99,
      iid: number,
      target_branch: 'main',
      source_branch: given.headBranch ?? 'feature',
      title: given.title ?? 'Add the parser',
      state: state === 'open' ? 'opened' : state,
      action: state === 'merged' ? 'merge' : 'update',
      url: `${host}/acme/app/-/merge_requests/${number}`,
      updated_at: given.updatedAt ?? '2026-06-02 10:00:00 UTC',
      merge_commit_sha: given.mergeSha ?? null,
      last_commit: { id: given.headSha, message: 'not kept', author: { name: 'x', email: 'x@example.com' } },
    },
  };
}

interface Sent {
  url: string;
  secret: string;
  event?: string;
  id?: string;
  headers?: Record<string, string>;
  contentType?: string;
}

const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search;

/** Sends what GitHub would send; `body` may be any bytes. */
export function deliverGithub(
  server: Pick<TestServer, 'url'>,
  body: object | string,
  given: Sent,
): Promise<Reply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return send(server, 'POST', pathOf(given.url), {
    body: text,
    headers: {
      'Content-Type': given.contentType ?? 'application/json',
      'User-Agent': 'GitHub-Hookshot/044aadd',
      'X-GitHub-Event': given.event ?? 'pull_request',
      'X-GitHub-Delivery': given.id ?? randomUUID(),
      'X-Hub-Signature-256': `sha256=${createHmac('sha256', given.secret).update(text).digest('hex')}`,
      ...given.headers,
    },
  });
}

/** Sends what GitLab would send with a signing token, or with `token` only. */
export function deliverGitlab(
  server: Pick<TestServer, 'url'>,
  body: object | string,
  given: Sent & { at?: number; token?: boolean },
): Promise<Reply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const id = given.id ?? randomUUID();
  const time = String(Math.floor((given.at ?? Date.now()) / 1000));
  const key = Buffer.from(given.secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${time}.${text}`).digest('base64');
  return send(server, 'POST', pathOf(given.url), {
    body: text,
    headers: {
      'Content-Type': 'application/json',
      'X-Gitlab-Event': given.event ?? 'Merge Request Hook',
      'Idempotency-Key': id,
      ...(given.token
        ? { 'X-Gitlab-Token': given.secret }
        : { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }),
      ...given.headers,
    },
  });
}
