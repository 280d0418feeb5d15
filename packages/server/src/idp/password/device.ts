import { randomBytes } from 'node:crypto';
import type { IdpContext, Visit } from '../context.ts';
import { readCookie } from '../cookie.ts';

/** How long a browser is remembered after a sign-in. */
const lifetime = 180 * 24 * 60 * 60;

interface Device {
  email: string;
  deviceId: string;
  /** Epoch milliseconds. */
  until: number;
}

/** One cookie for each address that was signed in with here. */
function cookieName(context: IdpContext, email: string): string {
  const prefix = context.publicUrl.startsWith('https:') ? '__Host-' : '';
  return `${prefix}debrief_device_${context.sealer.hash(`device ${email.toLowerCase()}`).slice(0, 12)}`;
}

/** Which remembered browser this is, if somebody has signed in with this address here before (P8). */
export function findDevice(context: IdpContext, visit: Visit, email: string): string | undefined {
  const sealed = readCookie(visit.request, cookieName(context, email));
  const text = sealed && context.sealer.open(sealed, 'device');
  if (!text) return undefined;
  const device = JSON.parse(text) as Device;
  return device.email === email.toLowerCase() && device.until > context.clock() ? device.deviceId : undefined;
}

/** Remembers this browser: whoever uses it has proved to be the holder of an account with this address. */
export function rememberDevice(context: IdpContext, visit: Visit, email: string): void {
  const device: Device = {
    email: email.toLowerCase(),
    deviceId: findDevice(context, visit, email) ?? randomBytes(16).toString('base64url'),
    until: context.clock() + lifetime * 1000,
  };
  const name = cookieName(context, email);
  const secure = name.startsWith('__Host-') ? '; Secure' : '';
  visit.response.appendHeader(
    'Set-Cookie',
    `${name}=${context.sealer.seal(JSON.stringify(device), 'device')}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifetime}${secure}`,
  );
}
