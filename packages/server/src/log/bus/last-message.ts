import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { connectionOptions } from './url.ts';

/** Which stream the database follows, and how far it is. */
export const followedSql = 'select stream, sequence from bus_position';

/** The number of the last message of a stream, without making it; for who only wants to know. Throws after two seconds. */
export async function lastMessage(url: string, stream: string): Promise<number> {
  const connection = await connect({ ...connectionOptions(url), name: 'debrief status', timeout: 2000 });
  try {
    const manager = await jetstreamManager(connection, { timeout: 2000 });
    return (await manager.streams.info(stream)).state.last_seq;
  } finally {
    await connection.close();
  }
}
