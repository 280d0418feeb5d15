import { type Service, startNats, startPostgres } from '../scripts/services.ts';
import { atEnd } from './ending.ts';

/** The servers behind the server, started when the first bench needs them. */

let postgres: Promise<Service> | undefined;
let nats: Promise<Service> | undefined;
const started: Service[] = [];

const kept = async (starting: Promise<Service>): Promise<Service> => {
  const service = await starting;
  started.push(service);
  return { ...service, stop: atEnd(() => service.stop()) };
};

/** Sets TEST_POSTGRES_URL, where `freshDatabase` looks; durable as PostgreSQL comes. */
export async function usePostgres(): Promise<string> {
  if (!process.env.TEST_POSTGRES_URL) {
    postgres ??= kept(startPostgres());
    process.env.TEST_POSTGRES_URL = (await postgres).url;
  }
  return process.env.TEST_POSTGRES_URL;
}

export async function natsUrl(): Promise<string> {
  if (process.env.TEST_NATS_URL) return process.env.TEST_NATS_URL;
  nats ??= kept(startNats());
  return (await nats).url;
}

/** The processes of those that were started here. */
export const backingPids = (): number[] => started.flatMap((service) => service.pids());
