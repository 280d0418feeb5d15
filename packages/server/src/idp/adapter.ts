import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { PayloadRecord } from './account.ts';
import { type IdpContext, type Visit, visits } from './context.ts';
import { interactionCookie } from './interaction.ts';

/** Grants have no lifetime of their own in some paths of the library; nothing here outlives this. */
const longest = 60 * 24 * 60 * 60;
/** A client that registered itself is forgotten after a year. */
const longestClient = 365 * 24 * 60 * 60;

/** What ends with its grant. An interaction names its grant too, and must outlive it. */
const granted = new Set(['AccessToken', 'AuthorizationCode', 'DeviceCode', 'RefreshToken']);

/** A code that a person types is found the way sessions are found by their second id. */
const userCodeUid = (code: string): string => `user code ${code}`;

type AdapterContext = Pick<IdpContext, 'store' | 'sealer' | 'clock' | 'publicUrl'>;

/**
 * Where oidc-provider keeps its state. Ids are bearer secrets (session cookies, refresh tokens, codes), and they
 * stand inside the payloads too: so ids are hashed and payloads sealed.
 */
export function adapterFactory(context: AdapterContext): (model: string) => Adapter {
  const { store, sealer, clock } = context;
  const cookie = interactionCookie(context);
  return (model) => {
    const label = `payload ${model}`;

    function read(record: PayloadRecord | undefined): AdapterPayload | undefined {
      const text = record && sealer.open(record.payload, label);
      if (!text) return undefined;
      const payload = JSON.parse(text) as AdapterPayload;
      return record.consumedAt === null
        ? payload
        : { ...payload, consumed: Math.floor(record.consumedAt / 1000) };
    }

    const isInteraction = model === 'Interaction';

    async function find(id: string): Promise<AdapterPayload | undefined> {
      const visit = visits.getStore();
      const kept = isInteraction && visit ? cookie.read(visit, id) : undefined;
      return kept ?? read(await store.payload.find(model, sealer.hash(id)));
    }

    /** Throws when it belongs there and does not fit: only our own dashboard signs in here, and its requests do. */
    function keepInCookie(visit: Visit, id: string, payload: AdapterPayload, seconds: number): boolean {
      const outcome = cookie.write(visit, id, payload, seconds);
      if (outcome === 'too_long') throw new errors.InvalidRequest('the request is too long');
      return outcome === 'kept';
    }

    return {
      find,
      findByUid: async (uid) => read(await store.payload.findByUid(model, sealer.hash(uid))),
      findByUserCode: async (code) =>
        read(await store.payload.findByUid(model, sealer.hash(userCodeUid(code)))),

      async upsert(id, payload, expiresIn) {
        // A session of nobody: the browser gets its cookie and we learn nothing by keeping it (P9).
        if (model === 'Session' && !payload.accountId) return;
        const visit = visits.getStore();
        if (isInteraction && visit && keepInCookie(visit, id, payload, expiresIn ?? longest)) return;
        const uid = payload.uid ?? (payload.userCode ? userCodeUid(payload.userCode) : undefined);
        await store.payload.save({
          model,
          idHash: sealer.hash(id),
          payload: sealer.seal(JSON.stringify(payload), label),
          grantHash: payload.grantId && granted.has(model) ? sealer.hash(payload.grantId) : null,
          uidHash: uid ? sealer.hash(uid) : null,
          accountId: payload.accountId ?? null,
          expiresAt: clock() + (expiresIn ?? (model === 'Client' ? longestClient : longest)) * 1000,
          consumedAt: null,
        });
      },

      async consume(id) {
        if (await store.payload.consume(model, sealer.hash(id), clock())) return;
        // Two used it at once and both had found it fresh. One of them may be a thief: neither keeps anything.
        const payload = await find(id);
        if (payload?.grantId) {
          await store.payload.deleteGrant(sealer.hash(payload.grantId));
          await store.payload.delete('Grant', sealer.hash(payload.grantId));
        }
        throw new errors.InvalidGrant('already used');
      },

      async destroy(id) {
        const visit = visits.getStore();
        if (isInteraction && visit) cookie.clear(visit, id);
        await store.payload.delete(model, sealer.hash(id));
      },
      revokeByGrantId: (grantId) => store.payload.deleteGrant(sealer.hash(grantId)),
    };
  };
}
