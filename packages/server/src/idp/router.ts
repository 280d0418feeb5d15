import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DebriefError } from '@debrief/contract';
import { networkOf } from '../domain/network.ts';
import { type IdpContext, mount, type Visit, visits } from './context.ts';
import { createDeviceLimit } from './device-limit.ts';
import { linkPath } from './link.ts';
import { serveAsset } from './pages/asset.ts';
import { answerInteraction, showInteraction } from './pages/consent.ts';
import { answerDeviceSignIn, showDeviceSignIn } from './pages/device-sign-in.ts';
import { Refusal, refuseLargeBody } from './pages/form.ts';
import { acceptInvitation, setUp, showInvitation, showSetup } from './pages/new-account.ts';
import {
  changePassword,
  sendForgottenPassword,
  setNewPassword,
  showChangePassword,
  showForgotPassword,
  showNewPassword,
} from './pages/new-password.ts';
import { errorPage, redirect, sendPage } from './pages/page.ts';
import { tooMany } from './password/credential.ts';

type Handler = (context: IdpContext, visit: Visit) => Promise<void>;

const pages: [RegExp, { GET: Handler; POST: Handler }][] = [
  [/^\/interaction\/[\w-]+$/, { GET: showInteraction, POST: answerInteraction }],
  [RegExp(`^/${linkPath.setup}/[^/]+$`), { GET: showSetup, POST: setUp }],
  [RegExp(`^/${linkPath.invitation}/[^/]+$`), { GET: showInvitation, POST: acceptInvitation }],
  [RegExp(`^/${linkPath.password}/[^/]+$`), { GET: showNewPassword, POST: setNewPassword }],
  [/^\/device$/, { GET: showDeviceSignIn, POST: answerDeviceSignIn }],
  [/^\/change-password$/, { GET: showChangePassword, POST: changePassword }],
  [/^\/forgot-password$/, { GET: showForgotPassword, POST: sendForgottenPassword }],
];

/** RFC 8414 puts an issuer's path behind the well-known one. */
const wellKnown = '/.well-known/oauth-authorization-server';

/** Where a terminal asks for a code. */
const deviceAuthorization = '/device/auth';

/** Where a client registers itself (RFC 7591). */
const registration = '/reg';

/** What is not ours becomes a path that no page has, and is answered 404. */
function pathBelow(pathname: string): string {
  if (pathname === `${wellKnown}${mount}`) return wellKnown;
  return pathname === mount || pathname.startsWith(`${mount}/`) ? pathname.slice(mount.length) : '/-';
}

export interface RouterOptions {
  /** Where a form may lead to, besides ourselves: the browser checks every redirect that follows it. */
  origins: ReadonlySet<string>;
  clientIp(request: IncomingMessage): string;
  /** Counts a request from this network; throws `rate_limited` past the limit (P9). */
  limit(network: string): void;
}

export function createRouter(context: IdpContext, { origins, clientIp, limit }: RouterOptions) {
  const own = new URL(context.publicUrl);
  const formTargets = ["'self'", ...[...origins].filter((origin) => origin !== own.origin)].join(' ');
  const headers = {
    // `script-src` is there for the library, which adds the digest of its one script to it.
    'Content-Security-Policy': `default-src 'none'; script-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action ${formTargets}; frame-ancestors 'none'; base-uri 'none'`,
    // Not `no-referrer`: that would make browsers send our own forms with `Origin: null`.
    'Referrer-Policy': 'strict-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    ...(own.protocol === 'https:' && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };

  const limitDevices = createDeviceLimit(context.clock);

  /** Hands over to oidc-provider, which shall know us under our public address only, whatever the request says. */
  function delegate(visit: Visit, url: string): void {
    const request = visit.request as IncomingMessage & { originalUrl?: string };
    request.originalUrl = `${mount}${url}`;
    request.url = url;
    context.delegate(request, visit.response);
  }

  async function serve(visit: Visit, search: string): Promise<void> {
    const { request, response, path } = visit;
    limit(networkOf(visit.info.ip));
    if (request.method === 'POST' && (path === deviceAuthorization || path === registration)) {
      limitDevices(networkOf(visit.info.ip));
    }
    refuseLargeBody(request);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (path === '' || path === '/') return redirect(response, `${context.publicUrl}/`);
    if (method === 'GET' && serveAsset(visit)) return;
    const page = pages.find(([pattern]) => pattern.test(path))?.[1];
    if (!page) return delegate(visit, path + search);
    if (method !== 'GET' && method !== 'POST') {
      response.setHeader('Allow', 'GET, HEAD, POST');
      throw new Refusal(405, 'Not possible', 'This page cannot be used that way.');
    }
    await page[method](context, visit);
  }

  return function handle(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const { pathname, search } = URL.parse(request.url ?? '', own) ?? own;
    request.headers['x-forwarded-proto'] = own.protocol.slice(0, -1);
    request.headers['x-forwarded-host'] = own.host;
    const userAgent = request.headers['user-agent'];
    const visit: Visit = {
      request,
      response,
      path: pathBelow(pathname),
      info: { requestId: randomUUID(), ip: clientIp(request), ...(userAgent !== undefined && { userAgent }) },
    };
    visits.run(visit, () => serve(visit, search)).catch((error: unknown) => fail(context, visit, error));
  };
}

function fail(context: IdpContext, { request, response, info }: Visit, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  let refusal = error;
  if (error instanceof DebriefError && error.code === 'rate_limited') {
    refusal = tooMany(error.retryAfter ?? 60);
  } else if (!(refusal instanceof Refusal)) {
    const known = error instanceof DebriefError && error.code === 'service_unavailable';
    context.log.error({ err: error, requestId: info.requestId }, 'a page of the identity provider failed');
    refusal = known
      ? new Refusal(
          503,
          'Back in a moment',
          'Debrief is busy or restarting. Please try again.',
          error.retryAfter ?? 5,
        )
      : new Refusal(500, 'Something went wrong', 'That is our fault. Please try again in a moment.');
  }
  const { status, title, message, retryAfter } = refusal as Refusal;
  if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
  // The rest of a body that nobody reads must not be taken for the next request.
  if (!request.complete) response.setHeader('Connection', 'close');
  if (request.headers.accept?.includes('text/html')) {
    sendPage(response, status, errorPage(title, message, context.publicUrl));
  } else {
    sendOAuthError(response, status, message);
  }
}

/** What a program asked for, such as a token, fails in its own form (RFC 6749). */
function sendOAuthError(response: ServerResponse, status: number, message: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  const error = status === 429 || status === 503 ? 'temporarily_unavailable' : 'invalid_request';
  response.end(JSON.stringify({ error, error_description: message }));
}
