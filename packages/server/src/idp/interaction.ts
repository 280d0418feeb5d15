import type { AdapterPayload } from 'oidc-provider';
import { type IdpContext, mount, type Visit } from './context.ts';
import { readCookie } from './cookie.ts';
import type { Sealer } from './seal.ts';

/** Browsers keep no cookie beyond 4096 bytes. */
const maxCookieBytes = 3800;

/**
 * Where a sign-in that nobody has completed yet is kept: sealed, in the browser that began it. Anybody can begin as
 * many as they like, so the database keeps none of them (P9). From the right password on it is kept there like
 * everything else, and works once.
 */
export function interactionCookie(context: Pick<IdpContext, 'sealer' | 'clock' | 'publicUrl'>) {
  const { sealer, clock } = context;
  const https = context.publicUrl.startsWith('https:');
  const name = https ? '__Secure-debrief_request' : 'debrief_request';
  const attributes = (id: string) =>
    `Path=${mount}/interaction/${id}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;

  return {
    /** `not_here`: it is somebody's already, and belongs into the database. */
    write(
      visit: Visit,
      id: string,
      payload: AdapterPayload,
      seconds: number,
    ): 'kept' | 'not_here' | 'too_long' {
      const { result, session, lastSubmission } = payload;
      if (visit.path !== '/auth' || result || session || lastSubmission) return 'not_here';
      const sealed = seal(sealer, id, payload);
      if (sealed.length > maxCookieBytes) return 'too_long';
      visit.response.appendHeader('Set-Cookie', `${name}=${sealed}; Max-Age=${seconds}; ${attributes(id)}`);
      return 'kept';
    },

    read(visit: Visit, id: string): AdapterPayload | undefined {
      const sealed = readCookie(visit.request, name);
      const text = sealed && sealer.open(sealed, labelOf(id));
      if (!text) return undefined;
      const payload = JSON.parse(text) as AdapterPayload;
      return (payload.exp ?? 0) * 1000 > clock() ? payload : undefined;
    },

    clear(visit: Visit, id: string): void {
      if (visit.response.headersSent) return;
      visit.response.appendHeader('Set-Cookie', `${name}=; Max-Age=0; ${attributes(id)}`);
    },
  };
}

const labelOf = (id: string) => `interaction ${id}`;

const seal = (sealer: Sealer, id: string, payload: AdapterPayload) =>
  sealer.seal(JSON.stringify(payload), labelOf(id));
