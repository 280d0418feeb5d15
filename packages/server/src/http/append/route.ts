import { type Route, routes } from '@debrief/contract';
import type { FastifyInstance } from 'fastify';
import type { Admitted, AppendPipeline } from './pipeline.ts';

const row: Route = routes.appendEvents;

/** Appends that the fast route leaves alone, such as those of a browser or with a header that came twice. */
export async function mountAppend(app: FastifyInstance, pipeline: AppendPipeline): Promise<void> {
  const admissions = new WeakMap<object, Admitted>();
  // A scope of its own, because the pipeline reads the body itself.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.route<{ Params: { sessionId: string } }>({
      method: row.method,
      url: row.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { row },
      onRequest: async (request) => {
        admissions.set(request, await pipeline.admit(request.raw, request.ip));
      },
      handler: async (request, reply) => {
        const admitted = admissions.get(request) as Admitted;
        const answer = await pipeline.append(request.raw, request.params.sessionId, admitted);
        return reply.code(answer.status).headers(answer.headers).send(answer.body);
      },
    });
  });
}
