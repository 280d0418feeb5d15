import { type Service, startNats, startPostgres } from '../scripts/services.ts';

/** The servers behind the server, started when the first bench needs them. */

let postgres: Promise<Service> | undefined;
let nats: Promise<Service> | undefined;

/** Sets TEST_POSTGRES_URL, where `freshDatabase` looks; durable as PostgreSQL comes. */
export async function usePostgres(): Promise<string> {
  if (!process.env.TEST_POSTGRES_URL) {
    postgres ??= startPostgres();
    process.env.TEST_POSTGRES_URL = (await postgres).url;
  }
  return process.env.TEST_POSTGRES_URL;
}

export async function natsUrl(): Promise<string> {
  if (process.env.TEST_NATS_URL) return process.env.TEST_NATS_URL;
  nats ??= startNats();
  return (await nats).url;
}

export async function stopBacking(): Promise<void> {
  await (await nats)?.stop();
  await (await postgres)?.stop();
}
