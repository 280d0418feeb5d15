import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import Fastify from 'fastify';

// @event-driven-io/emmett-postgresql behind the thinnest possible Fastify: one appendToStream a request. It checks
// the version of the stream and leaves a lost race to its caller, so that is retried here.
const store = getPostgreSQLEventStore(process.env.PEER_POSTGRES_URL);
await store.schema.migrate();
const app = Fastify({ bodyLimit: 16 * 1024 * 1024 });

app.post('/v1/sessions/:sessionId/events', async ({ params: { sessionId }, body }) => {
  const events = body.events.map(({ eventType, payload }) => ({ type: eventType, data: payload }));
  for (let attempt = 0; ; attempt++) {
    try {
      const { nextExpectedStreamVersion: version } = await store.appendToStream(sessionId, events);
      const last = Number(version);
      return {
        sessionId,
        accepted: events.length,
        firstSequence: last - events.length + 1,
        lastSequence: last,
      };
    } catch (error) {
      if (attempt >= 20) throw error;
    }
  }
});

process.send(await app.listen({ port: 0, host: '127.0.0.1' }));
