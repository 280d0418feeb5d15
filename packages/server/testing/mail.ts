import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that takes everything and shows it. */
export async function startMail() {
  const mails: string[] = [];
  const recipients: string[][] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      recipients.push(session.envelope.rcptTo.map(({ address }) => address));
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        // Undo quoted-printable, as far as a link needs it.
        mails.push(Buffer.concat(chunks).toString().replace(/=\r\n/g, '').replace(/=3D/g, '='));
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    /** Of each mail, in the same order. */
    recipients,
    /** The link in the mail of this number, counted from 1, once there are so many. */
    async link(count: number): Promise<string> {
      for (let tries = 0; mails.length < count && tries < 500; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return mails[count - 1]?.match(/https?:\/\/\S{1,200}\/idp\/\S+/)?.[0] ?? '';
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
