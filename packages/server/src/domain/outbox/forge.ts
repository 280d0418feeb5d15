import type { EndpointRecord } from './ports.ts';

/** A call to a forge. Without a body it only asks. */
export interface ForgeCall {
  path: string;
  headers: Record<string, string>;
  body?: Record<string, string>;
}

export interface StatedCommit {
  /** Its path on the forge, such as `acme/shop`. */
  path: string;
  sha: string;
  name: string;
  state: 'pending' | 'success' | 'failure';
  /** At most 140 characters, which is what GitHub takes. */
  description: string;
  url: string;
}

interface Forge {
  /** What the address of its API ends with, beyond where its repositories are. */
  api: string;
  headers(token: string): Record<string, string>;
  /** Says whether the token is good and states nothing. */
  test: string;
  status(stated: StatedCommit): { path: string; body: Record<string, string> };
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

const statusOf = ({ state, description, name, url }: StatedCommit) => ({
  state,
  target_url: url,
  description,
  context: name,
});

const ofOwner = (stated: StatedCommit) => ({
  path: `/repos/${encoded(stated.path)}/statuses/${stated.sha}`,
  body: statusOf(stated),
});

const forges: Record<string, Forge> = {
  github: {
    api: '/api/v3',
    headers: (token) => ({
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    }),
    test: '/user',
    status: ofOwner,
  },
  gitlab: {
    api: '/api/v4',
    headers: (token) => ({ 'private-token': token }),
    test: '/user',
    status(stated) {
      const { state, target_url, description, context: name } = statusOf(stated);
      return {
        path: `/projects/${encodeURIComponent(stated.path)}/statuses/${stated.sha}`,
        body: { state: state === 'failure' ? 'failed' : state, name, target_url, description },
      };
    },
  },
  forgejo: {
    api: '/api/v1',
    headers: (token) => ({ authorization: `token ${token}` }),
    test: '/version',
    status: ofOwner,
  },
};

export const forgeOf = (kind: EndpointRecord['kind']): Forge | undefined =>
  Object.hasOwn(forges, kind) ? forges[kind] : undefined;

/** As the rest of a header it must not be able to be another header. */
const plainToken = /^[\x21-\x7e]+$/;

export function faultOfForge(url: string, token: string | undefined): string | undefined {
  if (token === undefined) return 'credential is missing: a token of the forge that may set commit statuses.';
  if (!plainToken.test(token)) return 'credential must be one line without blanks, as the forge shows it.';
  return /[?#]/.test(url) ? 'url must be the address of the API alone, without ? and #.' : undefined;
}

/** GitHub's own API has a host of its own; any other forge has it below the address people use. */
const isGithubCom = (url: URL): boolean => url.hostname === 'api.github.com';

/** How repositories of this forge begin: host and path, as `normaliseRemote` writes them. */
export function repositoryPrefix(kind: EndpointRecord['kind'], address: string): string {
  const url = new URL(address);
  if (isGithubCom(url)) return 'github.com/';
  const below = url.pathname.replace(/(?<!\/)\/+$/, '').replace(forgeOf(kind)?.api ?? '', '');
  return `${url.hostname}${below}/`;
}

/** Where its API is, whether or not the address says so. */
export function apiOf(kind: EndpointRecord['kind'], address: string): string {
  const url = new URL(address);
  const base = `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
  const { api } = forgeOf(kind) as Forge;
  return isGithubCom(url) || base.endsWith(api) ? base : `${base}${api}`;
}
