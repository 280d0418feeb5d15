import type { Session, SessionPage } from '@debrief/contract';

/**
 * Puts what the first page says now into the pages already shown. Rows that are there change in place; new ones
 * come on top when `admit` says so and are only counted otherwise, so that nothing moves under a reader's eyes.
 * In an order other than newest first a new row may belong anywhere: then the list begins anew instead.
 */
export function mergeHead(
  pages: SessionPage[],
  head: SessionPage,
  { admit, isNewestFirst }: { admit: boolean; isNewestFirst: boolean },
): { pages: SessionPage[]; waiting: number } {
  const first = pages[0];
  if (!first) return { pages: [head], waiting: 0 };
  const fresh = new Map(head.sessions.map((session) => [session.sessionId, session]));
  const known = new Set<string>();
  let changed = false;
  const updated = pages.map((page) => {
    let touched = false;
    const sessions = page.sessions.map((session) => {
      known.add(session.sessionId);
      const newer = fresh.get(session.sessionId);
      if (!newer || isSame(session, newer)) return session;
      touched = true;
      return newer;
    });
    changed ||= touched;
    return touched ? { ...page, sessions } : page;
  });
  const added = head.sessions.filter((session) => !known.has(session.sessionId));
  if (!isNewestFirst) {
    const begins = (shown: SessionPage[]) =>
      shown
        .flatMap(({ sessions }) => sessions.map(({ sessionId }) => sessionId))
        .slice(0, head.sessions.length);
    if (admit && begins(pages).join() !== begins([head]).join()) return { pages: [head], waiting: 0 };
    return { pages: changed ? updated : pages, waiting: 0 };
  }
  // More new ones than a page holds: there may be a hole between them and what is shown.
  if (added.length === head.sessions.length && added.length > 0 && head.nextCursor !== null && admit) {
    return { pages: [head], waiting: 0 };
  }
  if (added.length === 0 || !admit) return { pages: changed ? updated : pages, waiting: added.length };
  const [top, ...rest] = updated as [SessionPage, ...SessionPage[]];
  return { pages: [{ ...top, sessions: [...added, ...top.sessions] }, ...rest], waiting: 0 };
}

/** Some of the page have events and no figures yet: sums leave them out. */
export const hasUnread = ({ sessions }: Pick<SessionPage, 'sessions'>): boolean =>
  sessions.some(({ statistics, eventCount }) => statistics === undefined && eventCount > 0);

const isSame = (a: Session, b: Session): boolean =>
  a.updatedAt === b.updatedAt &&
  a.eventCount === b.eventCount &&
  a.status === b.status &&
  a.statistics?.foldedTo === b.statistics?.foldedTo;
