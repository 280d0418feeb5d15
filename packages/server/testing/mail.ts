import { type AddressInfo, createServer } from 'node:net';

/** A mail server that takes everything and shows it. */
export async function startFakeMail() {
  const mails: string[] = [];
  const server = createServer((socket) => {
    let data: string | undefined;
    socket.write('220 fake\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (data !== undefined) {
        data += text;
        if (!data.endsWith('\r\n.\r\n')) return;
        // Undo quoted-printable, as far as a link needs it.
        mails.push(data.replace(/=\r\n/g, '').replace(/=3D/g, '='));
        data = undefined;
        socket.write('250 taken\r\n');
      } else if (/^DATA/i.test(text)) {
        data = '';
        socket.write('354 go on\r\n');
      } else if (/^QUIT/i.test(text)) {
        socket.end('221 bye\r\n');
      } else {
        socket.write('250 fine\r\n');
      }
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    /** The link in the newest mail, once there are so many. */
    async link(count: number): Promise<string> {
      for (let tries = 0; mails.length < count && tries < 200; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return mails[count - 1]?.match(/https?:\/\/\S{1,200}\/idp\/\S+/)?.[0] ?? '';
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
