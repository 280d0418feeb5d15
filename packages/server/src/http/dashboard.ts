import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

const page = fileURLToPath(new URL('../../../dashboard/dist/index.html', import.meta.url));

/** The dashboard at `/`, once its bundle has been built. */
export async function mountDashboard(app: FastifyInstance, _options: { publicUrl: string }): Promise<void> {
  if (!existsSync(page)) return;
  const html = await readFile(page, 'utf8');
  app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(html));
}
