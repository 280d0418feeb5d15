import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

const builtBundle = fileURLToPath(new URL('../../../../cli/dist/cli.tgz', import.meta.url));

/**
 * The CLI of this very version, so that `npx http://HOST/cli.tgz connect` needs no registry. Where it is not built the
 * server does without.
 */
export function mountCli(app: FastifyInstance, bundle = builtBundle): void {
  if (!existsSync(bundle)) return;
  const tarball = readFileSync(bundle);
  app.get('/cli.tgz', async (_request, reply) =>
    reply
      .type('application/gzip')
      .headers({
        'Cache-Control': 'no-cache',
        'Content-Disposition': 'attachment; filename="debrief-cli.tgz"',
      })
      .send(tarball),
  );
}
