import { DebriefError, limits, type SaveView, type View, type ViewList } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { isId, newId } from '../id.ts';
import { iso } from '../present.ts';
import type { ViewRecord } from '../records.ts';

const presentView = ({ viewId, name, search, createdAt }: ViewRecord): View => ({
  viewId,
  name,
  search,
  createdAt: iso(createdAt),
});

export async function listViews(context: Context, actor: MemberActor): Promise<ViewList> {
  const views = await context.store.view.list(actor.organizationId, actor.userId);
  return { views: views.map(presentView) };
}

export async function saveView(context: Context, actor: MemberActor, input: SaveView): Promise<View> {
  const { organizationId, userId } = actor;
  const view = {
    viewId: newId('viw'),
    organizationId,
    userId,
    name: input.name,
    search: input.search,
    createdAt: context.clock(),
  };
  const saved = await context.store.view.save(view, limits.views);
  if (saved === 'too_many') {
    throw new DebriefError('limit_reached', `A member has at most ${limits.views} views; remove one first.`);
  }
  return presentView(saved);
}

export async function removeView(
  context: Context,
  actor: MemberActor,
  input: { viewId: string },
): Promise<View> {
  const { organizationId, userId } = actor;
  const view = isId('viw', input.viewId)
    ? await context.store.view.remove(organizationId, userId, input.viewId)
    : undefined;
  if (!view) throw new DebriefError('view_not_found', 'You have no such view.');
  return presentView(view);
}
