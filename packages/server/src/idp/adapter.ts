import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Clock } from '../domain/ports.ts';
import type { AccountStore, PayloadRecord } from './account.ts';
import type { Sealer } from './seal.ts';

/** Grants have no lifetime of their own in some paths of the library; nothing here outlives this. */
const longest = 60 * 24 * 60 * 60;

/** What ends with its grant. An interaction names its grant too, and must outlive it. */
const granted = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

/**
 * Where oidc-provider keeps its state. Ids are bearer secrets (session cookies, refresh tokens, codes), and they
 * stand inside the payloads too: so ids are hashed and payloads sealed.
 */
export function adapterFactory(
  store: AccountStore,
  sealer: Sealer,
  clock: Clock,
): (model: string) => Adapter {
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

    const find = async (id: string) => read(await store.payload.find(model, sealer.hash(id)));

    return {
      find,
      findByUid: async (uid) => read(await store.payload.findByUid(model, sealer.hash(uid))),
      // The device flow is off.
      findByUserCode: async () => undefined,

      async upsert(id, payload, expiresIn) {
        await store.payload.save({
          model,
          idHash: sealer.hash(id),
          payload: sealer.seal(JSON.stringify(payload), label),
          grantHash: payload.grantId && granted.has(model) ? sealer.hash(payload.grantId) : null,
          uidHash: payload.uid ? sealer.hash(payload.uid) : null,
          accountId: payload.accountId ?? null,
          expiresAt: clock() + (expiresIn ?? longest) * 1000,
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

      destroy: (id) => store.payload.delete(model, sealer.hash(id)),
      revokeByGrantId: (grantId) => store.payload.deleteGrant(sealer.hash(grantId)),
    };
  };
}
