import { connect, type Socket } from 'node:net';

/** A connection of our own, for what `fetch` would never send. */
export function connectTo(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/**
 * Writes the bytes and returns all that comes back until the server closes. One that does not within `patience` ms
 * is an error; `end` says on our side, a moment later, that nothing more will come.
 */
export async function raw(
  url: string,
  bytes: string | Uint8Array | (string | Uint8Array)[],
  { end = false, patience = 20_000 } = {},
): Promise<string> {
  const socket = await connectTo(url);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // A reset after the answer is how a server drops what it will not read.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    socket.destroy();
  }, patience);
  for (const part of Array.isArray(bytes) ? bytes : [bytes]) {
    if (!socket.writable) break;
    socket.write(part);
  }
  // Not at once: Node drops a request whose sender hangs up while it is being answered.
  if (end) setTimeout(() => socket.end(), 60).unref();
  await closed;
  clearTimeout(timer);
  if (late)
    throw new Error(`The server kept the connection open: ${Buffer.concat(chunks).toString('latin1')}`);
  return Buffer.concat(chunks).toString('latin1');
}

export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** The answers in what a connection gave back, one after the other. */
export function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest.startsWith('HTTP/1.1 ')) {
    const end = rest.indexOf('\r\n\r\n');
    const [line, ...lines] = rest.slice(0, end).split('\r\n');
    const headers = new Map(
      lines.map((one) => {
        const colon = one.indexOf(':');
        return [one.slice(0, colon).toLowerCase(), one.slice(colon + 1).trim()] as const;
      }),
    );
    const length = Number(headers.get('content-length') ?? 0);
    const status = Number(line?.split(' ')[1]);
    answers.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + (status === 100 ? 0 : length));
  }
  return answers;
}
