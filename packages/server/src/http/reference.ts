import { openApi } from '@debrief/contract';
import type { FastifyInstance } from 'fastify';

/** `/openapi.json`, and `/docs` made of it. */
export function mountReference(app: FastifyInstance, info: { version: string; publicUrl: string }): void {
  const document = JSON.stringify(openApi({ version: info.version, serverUrl: info.publicUrl }));
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('Cache-Control', 'max-age=60').send(document),
  );
}
