import {
  DebriefError,
  type IssuedTerminal,
  limits,
  type Terminal,
  type TerminalList,
} from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { isId, newId } from '../id.ts';
import { iso, isoOrNone, present } from '../present.ts';
import type { TerminalRecord } from '../records.ts';
import { digestSecret, makeSecret } from '../secret.ts';

export const terminalPrefix = 'dt_';
const shape = /^dt_[0-9A-Za-z]{38}$/;
const life = 90 * 86_400_000;
const noteEvery = 10 * 60_000;

const presentTerminal = (terminal: TerminalRecord): Terminal => {
  const { terminalId, machine, createdAt, lastUsedAt, expiresAt } = terminal;
  return present({
    terminalId,
    machine,
    createdAt: iso(createdAt),
    lastUsedAt: isoOrNone(lastUsedAt),
    expiresAt: iso(expiresAt),
  });
};

/** For a person who has just signed in with their identity provider; the terminal keeps this and nothing else (A18). */
export async function signInTerminal(
  context: Context,
  actor: MemberActor,
  input: { machine: string },
): Promise<IssuedTerminal> {
  const { organizationId, userId } = actor;
  const now = context.clock();
  const known = await context.store.terminal.list(userId);
  for (const { terminalId, expiresAt } of known) {
    if (expiresAt <= now) await context.store.terminal.end(userId, terminalId);
  }
  if (known.filter(({ expiresAt }) => expiresAt > now).length >= limits.terminals) {
    throw new DebriefError(
      'limit_reached',
      `A person is signed in at most at ${limits.terminals} terminals; sign one out first.`,
    );
  }
  const token = makeSecret('live', { live: terminalPrefix, test: terminalPrefix });
  const terminal: TerminalRecord = {
    terminalId: newId('trm'),
    organizationId,
    userId,
    digest: digestSecret(context.pepper, token),
    machine: input.machine,
    createdAt: now,
    lastUsedAt: null,
    expiresAt: now + life,
  };
  await context.store.terminal.add(terminal);
  await recordDeed(context, actor, 'terminal_signed_in', terminal.terminalId);
  return { ...presentTerminal(terminal), token };
}

export async function listTerminals(context: Context, actor: MemberActor): Promise<TerminalList> {
  const now = context.clock();
  const terminals = await context.store.terminal.list(actor.userId);
  return { terminals: terminals.filter(({ expiresAt }) => expiresAt > now).map(presentTerminal) };
}

export async function endTerminal(
  context: Context,
  actor: MemberActor,
  { terminalId }: { terminalId: string },
): Promise<TerminalList> {
  // One terminal must not sign out another.
  const mayEnd = actor.terminalId === undefined || actor.terminalId === terminalId;
  const ended =
    mayEnd && isId('trm', terminalId) ? await context.store.terminal.end(actor.userId, terminalId) : [];
  if (ended.length === 0) throw new DebriefError('terminal_not_found', 'You are not signed in there.');
  await recordDeed(context, actor, 'terminal_signed_out', terminalId);
  return { terminals: ended.map(presentTerminal) };
}

export async function endTerminals(context: Context, actor: MemberActor): Promise<TerminalList> {
  const ended = await context.store.terminal.end(actor.userId);
  for (const { terminalId } of ended) await recordDeed(context, actor, 'terminal_signed_out', terminalId);
  return { terminals: ended.map(presentTerminal) };
}

/** The person behind a terminal's token, with the role they have right now. */
export async function authenticateTerminal(context: Context, token: string): Promise<MemberActor> {
  const invalid = () => new DebriefError('invalid_token', 'This terminal is not signed in (any more).');
  if (!shape.test(token)) throw invalid();
  const terminal = await context.store.terminal.findByDigest(digestSecret(context.pepper, token));
  const now = context.clock();
  if (!terminal || terminal.expiresAt <= now) throw invalid();
  const { userId, terminalId, organizationId, lastUsedAt } = terminal;
  const member = await context.store.identity.findActive(userId);
  if (member?.organizationId !== organizationId) throw invalid();
  if (lastUsedAt === null || now - lastUsedAt >= noteEvery) {
    await context.store.terminal.noteUse(terminalId, now);
  }
  const { role, access } = member;
  return { kind: 'member', organizationId, userId, role, terminalId, ...(access && { access }) };
}
