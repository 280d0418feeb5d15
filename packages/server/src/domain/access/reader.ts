import type { AccessPolicy, HoldTime, SessionAccess } from '@debrief/contract';
import { hasRole, type MemberActor } from '../actor.ts';
import { iso, present } from '../present.ts';
import type { SessionRecord } from '../records.ts';
import type { PlaceValue } from '../review/state-sql.ts';

/**
 * Who asks, and by which rules. The one place that decides who reads what: `mayRead` for a session that is there,
 * `readableSql` for statements about many. Without a reader everybody reads everything: an organization that never held
 * or restricted anything has no rules, and its statements are as they would be without all this.
 */
export interface Reader {
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly now: number;
  readonly rules: AccessPolicy;
}

/** As much of a member as decides what they read. */
export type ReadingMember = Pick<MemberActor, 'userId' | 'role' | 'access'>;

export const readerOf = ({ userId, role, access }: ReadingMember, now: number): Reader | undefined =>
  access && { userId, isAdmin: hasRole(role, 'admin'), now, rules: access };

const hour = 3_600_000;
/** Longer than anything lasts, and still a number that can be added to a time. */
export const untilReleased = 2 ** 52;

export const holdMilliseconds: Record<HoldTime, number> = {
  none: 0,
  '1h': hour,
  '4h': 4 * hour,
  '1d': 24 * hour,
  '3d': 72 * hour,
  '7d': 168 * hour,
  released: untilReleased,
};

type Held = Pick<SessionRecord, 'heldFor' | 'status' | 'updatedAt'>;

/** While it runs and for a time after: nothing has to happen for a hold to end. */
export const isHeld = ({ heldFor, status, updatedAt }: Held, now: number): boolean =>
  heldFor !== null && (status === 'active' || updatedAt + heldFor > now);

const notHeldSql = (s: string, now: string): string =>
  `(${s}.held_for is null or (${s}.status <> 'active' and ${s}.updated_at + ${s}.held_for <= ${now}))`;

/** Whether the session `s` is held at a time. */
export const heldSql = (now: string): string => `not ${notHeldSql('s', now)}`;

/** Sessions that are not held and that somebody reads without having been asked or allowed. */
type Scope = { isAll: true } | { isAll: false; besides: boolean; repositories: readonly string[] };

/** Whether they read sessions of a repository that are not held without having been asked or allowed. */
export function isInScope(reader: Reader, repository: string | null): boolean {
  const scope = scopeOf(reader);
  return scope.isAll || scope.repositories.includes(repository ?? '') !== scope.besides;
}

function scopeOf({ userId, isAdmin, rules }: Reader): Scope {
  if (isAdmin) return { isAll: true };
  const besides = rules.visibility === 'organization';
  const isOpen = ({ visibility, members }: AccessPolicy['repositories'][number]) =>
    visibility === 'organization' || (visibility === 'members' && members.includes(userId));
  const repositories = rules.repositories
    .filter((one) => isOpen(one) !== besides)
    .map(({ repository }) => repository);
  return besides && repositories.length === 0 ? { isAll: true } : { isAll: false, besides, repositories };
}

/** Whether every member reads sessions of a repository that are not held. */
export const isOpenToAll = (rules: AccessPolicy | undefined, repository: string): boolean =>
  rules === undefined ||
  (rules.repositories.find((one) => one.repository === repository)?.visibility ?? rules.visibility) ===
    'organization';

/** Allowed by the author, or asked to review it. */
const grantedSql = (s: string, me: string): string =>
  `exists (select 1 from session_grants g where g.session_id = ${s}.session_id and g.user_id = ${me}
      and g.state = 'granted')
    or exists (select 1 from assignments a where a.session_id = ${s}.session_id and a.user_id = ${me}
      and a.declined_at is null)`;

/** Whether the reader may see what is in the session `s`, as SQL; undefined when everybody may. */
export function readableSql(reader: Reader | undefined, place: PlaceValue, s = 's'): string | undefined {
  if (!reader) return undefined;
  const me = place(reader.userId);
  const notHeld = notHeldSql(s, place(reader.now));
  const scope = scopeOf(reader);
  if (scope.isAll) return `(${s}.author_user_id = ${me} or ${notHeld})`;
  const named = scope.repositories.map(place).join(', ');
  const isOpen = scope.besides
    ? `${s}.repository is null or ${s}.repository not in (${named}) or `
    : named && `${s}.repository in (${named}) or `;
  return `(${s}.author_user_id = ${me} or (${notHeld} and (${isOpen}${grantedSql(s, me)})))`;
}

/** The same for a list of conditions that are joined by "and". */
export function readableConditions(reader: Reader | undefined, place: PlaceValue, s = 's'): string[] {
  const condition = readableSql(reader, place, s);
  return condition === undefined ? [] : [condition];
}

/** What is said about it beside the record; nothing of a session that is open. */
export function accessOf(
  session: SessionRecord,
  isReadable: boolean,
  now: number,
): SessionAccess | undefined {
  const held = isHeld(session, now);
  if (isReadable && !held) return undefined;
  const { heldFor, status, updatedAt } = session;
  const ends = held && heldFor !== null && heldFor < untilReleased && status !== 'active';
  return present({
    mayRead: isReadable,
    isHeld: held,
    heldUntil: ends ? iso(updatedAt + heldFor) : null,
  }) as SessionAccess;
}

type Content = Pick<SessionRecord, 'title' | 'gitBranch' | 'externalId'>;

/** The record of a session without a word of it. */
export const withoutContent = <Session extends Content>(session: Session): Session => ({
  ...session,
  title: null,
  gitBranch: null,
  externalId: null,
});

/** What was counted in a session, without a word of it. */
export function figuresWithoutContent(figures: string): string {
  const { title: _, outcome: __, leaks: ___, ...counted } = JSON.parse(figures) as Record<string, unknown>;
  return JSON.stringify(counted);
}
