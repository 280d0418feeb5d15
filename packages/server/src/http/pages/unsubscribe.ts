import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../domain/context.ts';
import { readUnsubscribeToken, unsubscribe } from '../../domain/mail/unsubscribe.ts';
import type { RateLimiter } from '../limit/rate-limit.ts';

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;display:grid;min-height:100vh;
place-items:center;background:Canvas;color:CanvasText}main{max-width:26rem;padding:2rem}h1{font-size:1.25rem}
button{font:inherit;padding:.5rem 1rem;border-radius:.375rem;border:1px solid;cursor:pointer}`;
const styleHash = createHash('sha256').update(style).digest('base64');

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Debrief</title><style>${style}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;

const send = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    .send(html);

const names: Record<string, string> = {
  digest: 'the daily mail',
  monday: 'the mail on Mondays',
  all: 'mails about what happens',
};

const unknown = page(
  'This link does not work',
  '<p>It was not made by this server, or was cut off. Choose what is mailed to you on your inbox.</p>',
);

/**
 * Where the link of a mail leads. Looking at it changes nothing, because mail programs look at links by themselves; the
 * button does, and so does the one-click request of RFC 8058, which is the same POST.
 */
export function mountUnsubscribe(
  app: FastifyInstance,
  { context, limiter }: { context: Context; limiter: RateLimiter },
): void {
  app.get<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
    limiter.take('public', request.ip);
    const known = readUnsubscribeToken(context, request.params.token);
    if (!known) return send(reply, 404, unknown);
    const what = names[known.kind] ?? 'mails of this kind';
    return send(
      reply,
      200,
      page(
        'Fewer mails',
        `<p>You will get ${what} no more. Your inbox stays as it is.</p>
<form method="post"><button>Stop ${what}</button></form>`,
      ),
    );
  });
  app.post<{ Params: { token: string } }>(
    '/unsubscribe/:token',
    { bodyLimit: 4096 },
    async (request, reply) => {
      limiter.take('public', request.ip);
      const known = readUnsubscribeToken(context, request.params.token);
      if (!known) return send(reply, 404, unknown);
      await unsubscribe(context, known);
      return send(reply, 200, page('Done', '<p>You will get no more of these mails.</p>'));
    },
  );
}
