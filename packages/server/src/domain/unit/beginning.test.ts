import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DebriefError } from '@debrief/contract';
import type { GuestActor, MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { createOrganization, slugOf } from '../organization.ts';
import { repairSessionStarts } from '../session-start.ts';
import { signIn } from '../sign-in.ts';

const now = Date.UTC(2026, 0, 31, 10);
const failsWith = (code: string) => (error: unknown) => error instanceof DebriefError && error.code === code;

describe('an organization', () => {
  const guest = (email?: string): GuestActor => ({
    kind: 'guest',
    principal: { issuer: 'i', subject: 's', emailVerified: true, ...(email && { email }) },
  });
  const found = async (
    name: string,
    outcomes: string[],
    actor: GuestActor | MemberActor = guest('a@b.example'),
  ) => {
    const slugs: string[] = [];
    const audited: object[] = [];
    const options: object[] = [];
    const context = {
      clock: () => now,
      founders: 'first',
      store: {
        organization: {
          create: async ({ slug }: { slug: string }, _owner: object, _principal: object, given: object) => {
            slugs.push(slug);
            options.push(given);
            return outcomes.shift() ?? 'created';
          },
        },
        audit: { add: async (entry: object) => audited.push(entry) },
      },
    } as unknown as Context;
    const created = await createOrganization(context, actor, { name });
    return { slugs, created, audited, options };
  };

  it('has a slug of its name: small letters, digits and dashes', () => {
    assert.equal(slugOf('Ärzte & Co. 24/7'), 'arzte-co-24-7');
    assert.equal(slugOf('漢字'), '');
    assert.equal(slugOf(`${'a'.repeat(47)} b`), 'a'.repeat(47));
    assert.equal(slugOf('-a-'), 'a');
  });

  it('gets a slug made by chance where the name gives none, and an ending where it is taken', async () => {
    const { slugs, created, audited, options } = await found('Äcme', ['slug_taken', 'slug_taken']);
    assert.match(slugs.join(' '), /^acme acme-[a-z0-9]{4} acme-[a-z0-9]{4}$/);
    assert.equal(created.slug, slugs[2]);
    assert.deepEqual(options[0], { onlyFirst: true });
    assert.equal(audited.length, 1);
    assert.match((await found('漢字', [])).slugs[0] ?? '', /^org-[a-z0-9]{8}$/);
    assert.match((await found('漢字', ['slug_taken'])).slugs[1] ?? '', /^org-[a-z0-9]{4}$/);
    const long = (await found('x'.repeat(60), ['slug_taken'])).slugs[1] ?? '';
    assert.equal(long.length, 48);
  });

  it('gives up when nine slugs were taken', async () => {
    const taken = (count: number) => Array.from({ length: count }, () => 'slug_taken');
    assert.equal((await found('a', taken(8))).slugs.length, 9);
    await assert.rejects(found('a', taken(9)), /no free slug/);
  });

  it('is for who has none, whose address is known, and for the first where the server says so', async () => {
    const member = { kind: 'member' } as MemberActor;
    await assert.rejects(found('a', [], member), failsWith('already_in_organization'));
    await assert.rejects(found('a', ['has_organization']), failsWith('already_in_organization'));
    await assert.rejects(found('a', [], guest()), failsWith('email_required'));
    await assert.rejects(found('a', ['not_first']), failsWith('insufficient_role'));
  });
});

describe('who signs in', () => {
  const member = { organizationId: 'org_1', userId: 'usr_1', role: 'admin' };
  const enter = async (
    members: unknown[],
    options: { activate?: boolean; email?: string; verified?: boolean; activated?: object } = {},
  ) => {
    const { activate = true, email, verified = true, activated } = options;
    const audited: { action: string }[] = [];
    const context = {
      clock: () => now,
      store: {
        identity: { findMember: async () => members.shift(), activate: async () => activated },
        audit: { add: async (entry: { action: string }) => audited.push(entry) },
      },
    } as unknown as Context;
    const profile = async () => ({ emailVerified: verified, email: email || null });
    const actor = await signIn(context, { issuer: 'i', subject: 's', profile }, { activate });
    return { actor, audited: audited.map(({ action }) => action) };
  };
  const admin = { kind: 'member', ...member };

  it('is a member as our records say, and nobody once disabled', async () => {
    assert.deepEqual(await enter([member]), { actor: admin, audited: [] });
    await assert.rejects(enter(['disabled']), failsWith('invalid_token'));
  });

  it('becomes a member by a verified address that was invited', async () => {
    const invited = { email: 'a@b.example', activated: member };
    assert.deepEqual(await enter([undefined, member], invited), {
      actor: admin,
      audited: ['member_activated'],
    });
    for (const without of [{ activate: false }, { verified: false }, { email: '' }])
      assert.equal((await enter([], { ...invited, ...without })).actor.kind, 'guest');
  });

  it('may have been let in by a parallel request a moment ago', async () => {
    assert.deepEqual(await enter([undefined, member], { email: 'a@b.example' }), {
      actor: admin,
      audited: [],
    });
    await assert.rejects(
      enter([undefined, 'disabled'], { email: 'a@b.example' }),
      failsWith('invalid_token'),
    );
    assert.deepEqual((await enter([], { email: 'a@b.example' })).actor, {
      kind: 'guest',
      principal: { issuer: 'i', subject: 's', emailVerified: true, email: 'a@b.example' },
    });
  });
});

describe('the start of a session that was captured before the upgrade', () => {
  const repaired = async (
    pending: { isSet?: boolean; startedAt?: string | null | undefined; createdAt?: number }[],
  ) => {
    const log: string[] = [];
    const rows = pending.map(({ isSet = false, createdAt = now }, index) => ({
      sessionPk: index + 1,
      sessionId: `${index}`,
      isSet,
      createdAt,
    }));
    const context = {
      store: {
        session: {
          pendingStarts: async (after: number) => rows.filter(({ sessionPk }) => sessionPk > after),
          setStart: async (id: string, start: number) =>
            log.push(`start ${id} ${new Date(start).toISOString()}`),
          endStartRepair: async (id: string) => log.push(`end ${id}`),
        },
        statistics: {
          find: async () =>
            new Map(
              pending.flatMap(({ startedAt }, index) =>
                startedAt === null ? [] : [[`${index}`, { figures: JSON.stringify({ startedAt }) }] as const],
              ),
            ),
          delete: async (id: string) => log.push(`derive ${id}`),
        },
      },
    } as unknown as Context;
    return [await repairSessionStarts(context), ...log];
  };

  it('is the time of its first record, and what is derived from it is made anew', async () => {
    const startedAt = '2025-06-01T00:00:00.000Z';
    assert.deepEqual(await repaired([{ startedAt }]), [1, `start 0 ${startedAt}`, 'derive 0', 'end 0']);
    const earliest = '2000-01-01T00:00:00.000Z';
    assert.deepEqual((await repaired([{ startedAt: earliest }]))[0], 1);
  });

  it('stays when the record says nothing that can be, and waits for one that is not read yet', async () => {
    for (const startedAt of [undefined, 'never', '1999-12-31T23:59:59.999Z', new Date(now).toISOString()])
      assert.deepEqual(await repaired([{ startedAt }]), [0, 'end 0'], startedAt);
    assert.deepEqual(await repaired([{ startedAt: null }]), [0]);
  });

  it('that was set before a crash is only finished', async () => {
    assert.deepEqual(await repaired([{ isSet: true, startedAt: null }, { startedAt: null }]), [
      0,
      'derive 0',
      'end 0',
    ]);
    assert.deepEqual(await repaired([]), [0]);
  });
});
