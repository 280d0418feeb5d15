import { DebriefError, limits, type SaveView, type View, type ViewList } from '@debrief/contract';
import { hasRole, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { isId, newId } from '../id.ts';
import { iso, present } from '../present.ts';
import type { ViewRecord } from '../records.ts';

/** Whose the views of the team are. */
const theTeam = 'team';

const presentView = ({ viewId, userId, name, search, page, savedBy, createdAt }: ViewRecord): View =>
  present({
    viewId,
    name,
    search,
    page,
    team: userId === theTeam,
    savedBy,
    createdAt: iso(createdAt),
  });

export async function listViews(context: Context, actor: MemberActor): Promise<ViewList> {
  const views = await context.store.view.list(actor.organizationId, [actor.userId, theTeam]);
  return { views: views.map(presentView) };
}

const notTheirs = () =>
  new DebriefError('not_yours', 'Somebody else saved this view of the team: they or an administrator may.');

/** Administrators may change what others saved for the team. */
const onlyBy = ({ role, userId }: MemberActor): string | undefined =>
  hasRole(role, 'admin') ? undefined : userId;

export async function saveView(context: Context, actor: MemberActor, input: SaveView): Promise<View> {
  const { organizationId, userId } = actor;
  const { name, search, page = 'sessions', team = false } = input;
  const view: ViewRecord = {
    viewId: newId('viw'),
    organizationId,
    userId: team ? theTeam : userId,
    name,
    search,
    page,
    savedBy: team ? userId : null,
    createdAt: context.clock(),
  };
  const saved = await context.store.view.save(view, limits.views, team ? onlyBy(actor) : undefined);
  if (saved === 'too_many') {
    const whose = team ? 'A team' : 'A member';
    throw new DebriefError('limit_reached', `${whose} has at most ${limits.views} views; remove one first.`);
  }
  if (saved === 'not_theirs') throw notTheirs();
  return presentView(saved);
}

export async function removeView(
  context: Context,
  actor: MemberActor,
  input: { viewId: string },
): Promise<View> {
  const { organizationId, userId } = actor;
  const { view } = context.store;
  const found = isId('viw', input.viewId) ? await view.find(organizationId, input.viewId) : undefined;
  const isMine = found?.userId === userId;
  if (found?.userId === theTeam && found.savedBy !== userId && onlyBy(actor)) throw notTheirs();
  const removed =
    found && (isMine || found.userId === theTeam)
      ? await view.remove(organizationId, found.userId, found.viewId)
      : undefined;
  if (!removed) throw new DebriefError('view_not_found', 'You have no such view.');
  return presentView(removed);
}
