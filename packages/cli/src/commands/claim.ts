import { spawn } from 'node:child_process';
import { homeOf } from '../home.ts';
import { checkedCode } from '../recorder/send/answer.ts';
import { createWire, type Wire } from '../recorder/send/wire.ts';
import { NotConnected, readSecret, readSettings } from '../settings.ts';
import { isInteractive, momentOf, paint, say, sayJson } from '../terminal.ts';
import { oneLine } from '../text.ts';

/** Whose machine this is: the member's address, or a link with which a member says that it is theirs. */
export type Ownership = { author: string } | { url: string; expiresAt?: number };

type AuthorWire = Pick<Wire, 'getAuthor' | 'issueClaim'>;

/** The member's address as it may be shown; undefined while nobody has claimed the machine. */
export async function authorOf(wire: AuthorWire, environmentId: string): Promise<string | undefined> {
  const { author } = await wire.getAuthor({ environmentId });
  return typeof author?.email === 'string' ? oneLine(author.email, 254) : undefined;
}

/** The link is made of the address this machine is connected to; of the answer only the code is taken. */
async function claimOf(wire: AuthorWire, server: string, environmentId: string): Promise<Ownership> {
  const claim = await wire.issueClaim({ environmentId });
  const expiresAt = Date.parse(claim.expiresAt);
  return {
    url: `${server}/claim/${checkedCode(claim.code)}`,
    ...(Number.isFinite(expiresAt) && { expiresAt }),
  };
}

/** For `connect`: an older server knows no claims, and a machine records without an author, too. */
export async function ownership(
  wire: AuthorWire,
  server: string,
  environmentId: string,
): Promise<Ownership | undefined> {
  try {
    const author = await authorOf(wire, environmentId);
    return author === undefined ? await claimOf(wire, server, environmentId) : { author };
  } catch {
    return undefined;
  }
}

export function tellOwnership(owned: Ownership, tell: (line: string) => void, opens: boolean): void {
  if ('author' in owned) {
    tell(`The sessions of this machine are those of ${owned.author}.`);
    return;
  }
  const until = owned.expiresAt === undefined ? '' : ` (until ${momentOf(owned.expiresAt)})`;
  const isOpened = opens && openBrowser(owned.url);
  tell(`Is this your machine? ${isOpened ? 'A page opens where you say so' : `Say so here${until}`}:`);
  tell(`  ${paint('cyan', owned.url)}`);
}

export async function claim(options: { json?: boolean; open: boolean }): Promise<void> {
  const home = homeOf();
  const settings = await readSettings(home);
  if (!settings) throw new NotConnected();
  const { server, environmentId } = settings;
  const wire = createWire({ server, secret: () => readSecret(home), timeoutMs: 15_000 });
  const owned = await claimOf(wire, server, environmentId);
  if (options.json) return sayJson(owned);
  tellOwnership(owned, say, options.open && mayOpen());
}

/** Only where a person sits in front of this very machine. */
export function mayOpen(env = process.env, platform = process.platform): boolean {
  if (!isInteractive() || env.SSH_CONNECTION || env.SSH_CLIENT || env.SSH_TTY) return false;
  if (env.BROWSER === 'none') return false;
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** The program that shows an address, and what it takes. No shell sees the address. */
export function opener(url: string, platform = process.platform): [program: string, args: string[]] {
  if (platform === 'darwin') return ['open', [url]];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return ['xdg-open', [url]];
}

export function openBrowser(url: string): boolean {
  try {
    const child = spawn(...opener(url), { stdio: 'ignore', detached: true });
    // There may be no such program; the address is on the screen.
    child.on('error', () => {});
    child.unref();
    return true;
  } catch {
    return false;
  }
}
