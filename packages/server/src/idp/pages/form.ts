import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { IdpContext, Visit } from '../context.ts';
import { readCookie } from '../cookie.ts';

/** A request that is answered with a page of its own. */
export class Refusal extends Error {
  readonly status: number;
  readonly title: string;
  readonly retryAfter: number | undefined;

  constructor(status: number, title: string, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.title = title;
    this.retryAfter = retryAfter;
  }
}

export const maxBodyBytes = 16 * 1024;

const tooLarge = () => new Refusal(413, 'Too much', 'That is more than this form takes.');

async function readBody(request: IncomingMessage): Promise<URLSearchParams> {
  const [type] = (request.headers['content-type'] ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    throw new Refusal(415, 'Not a form', 'This page only takes its own form.');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

export function refuseLargeBody(request: IncomingMessage): void {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge();
}

const cookieName = (context: IdpContext) =>
  context.publicUrl.startsWith('https:') ? '__Host-debrief_form' : 'debrief_form';

/** Bound to this browser by the cookie and to this very form by the path, which holds the interaction or link. */
const tokenFor = (context: IdpContext, path: string, cookie: string): string =>
  createHmac('sha256', context.sealer.derive('form')).update(`${path}\n${cookie}`).digest('base64url');

/** The hidden field of a form about to be shown; gives the browser its cookie when it has none. */
export function formToken(context: IdpContext, visit: Visit): string {
  const name = cookieName(context);
  let cookie = readCookie(visit.request, name);
  if (!cookie || !/^[\w-]{43}$/.test(cookie)) {
    cookie = randomBytes(32).toString('base64url');
    const secure = name.startsWith('__Host-') ? '; Secure' : '';
    visit.response.appendHeader('Set-Cookie', `${name}=${cookie}; Path=/; HttpOnly; SameSite=Lax${secure}`);
  }
  return tokenFor(context, visit.path, cookie);
}

/** A form of ours, sent by our own page in the browser that was shown it. Anything else is refused. */
export async function readForm(context: IdpContext, visit: Visit): Promise<URLSearchParams> {
  const { headers } = visit.request;
  const origin = headers.origin;
  const site = headers['sec-fetch-site'];
  const ours = new URL(context.publicUrl).origin;
  if (
    (origin !== undefined && origin !== ours) ||
    (site !== undefined && site !== 'same-origin') ||
    !(origin ?? site)
  ) {
    throw new Refusal(
      403,
      'That did not come from here',
      `Open Debrief at ${context.publicUrl} and try again.`,
    );
  }
  const form = await readBody(visit.request);
  const cookie = readCookie(visit.request, cookieName(context));
  const expected = Buffer.from(cookie ? tokenFor(context, visit.path, cookie) : '');
  const given = Buffer.from(form.get('csrf') ?? '');
  if (!cookie || expected.length !== given.length || !timingSafeEqual(expected, given)) {
    throw new Refusal(403, 'This page is out of date', 'Go back, reload the page and try again.');
  }
  return form;
}
