import { serverAddress } from '../address.ts';
import { exitCodes, Failure } from '../failure.ts';
import { homeOf } from '../home.ts';
import { createFetch } from '../recorder/send/http.ts';
import { readSettings } from '../settings.ts';
import { requestDeviceCode, waitForTokens } from '../sign-in/device-flow.ts';
import { discoverIssuer } from '../sign-in/issuer.ts';
import { keepTerminal } from '../sign-in/member-token.ts';
import { signedOutWords, signOut } from '../sign-in/sign-out.ts';
import { momentOf, paint, say, sayJson } from '../terminal.ts';
import { mayOpen, openBrowser } from './claim.ts';

export interface LoginOptions {
  json?: boolean;
  insecure?: boolean;
  open: boolean;
}

/** Signs a person in, so that this machine may read what they may read. Recording needs none of it. */
export async function login(server: string | undefined, options: LoginOptions): Promise<void> {
  const home = homeOf();
  const settings = await readSettings(home);
  const address = server === undefined ? settings?.server : serverAddress(server, options.insecure);
  if (address === undefined) {
    throw new Failure('Which server? Say "debrief login https://debrief.example.com".', exitCodes.usage);
  }
  const fetch = createFetch();
  const issuer = await discoverIssuer(address, fetch);
  const code = await requestDeviceCode(issuer, fetch);
  const opened = options.open && mayOpen() && openBrowser(code.url);
  const tell = options.json ? (line: string) => void process.stderr.write(`${line}\n`) : say;
  tell(opened ? 'A page opens in your browser:' : 'Open this page in a browser:');
  tell(`  ${paint('cyan', code.url)}`);
  tell(`Compare the code there with this one: ${paint('bold', code.userCode)}`);
  tell(`It is valid until ${momentOf(code.expiresAt)}. Waiting…`);
  const tokens = await waitForTokens(
    issuer,
    code,
    fetch,
    (ms) => new Promise((done) => setTimeout(done, ms)),
  );
  const token = {
    ...tokens,
    server: address,
    issuer: issuer.issuer,
    clientId: issuer.clientId,
    tokenEndpoint: issuer.tokenEndpoint,
    ...(issuer.revocationEndpoint !== undefined && { revocationEndpoint: issuer.revocationEndpoint }),
  };
  const { terminalId } = await keepTerminal(home, token, fetch);
  if (options.json) return sayJson({ server: address, issuer: issuer.issuer });
  const until = terminalId === undefined ? '' : ' This machine may read what you may read, and nothing else.';
  say(`You are signed in to ${address}.${until} "debrief logout" ends it.`);
}

export async function logout(): Promise<void> {
  const outcome = await signOut(homeOf(), createFetch());
  say(signedOutWords[outcome] ?? 'You were not signed in.');
}
