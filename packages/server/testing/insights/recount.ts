import assert from 'node:assert/strict';
import type { Client, Insights, Session } from '@debrief/contract';

/** What Insights should come to, counted from what the other routes say of each session. */

const week = 7 * 86_400_000;

export interface Seen {
  session: Session;
  findings: Awaited<ReturnType<Client['getFindings']>>;
  brief: NonNullable<Awaited<ReturnType<Client['getBrief']>>['brief']>;
  review: Awaited<ReturnType<Client['getReview']>>['review'];
  families: ReadonlyMap<string, string>;
}

export async function seenBy(client: Client): Promise<Seen[]> {
  const sessions: Session[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.listSessions({ limit: 100, ...(cursor !== undefined && { cursor }) });
    sessions.push(...page.sessions);
    cursor = page.nextCursor;
  }
  const { rules } = await client.listRules();
  const families = new Map(rules.map(({ rule, family }) => [rule, family]));
  return Promise.all(
    sessions.map(async (session) => {
      const { sessionId } = session;
      return {
        session,
        families,
        findings: await client.getFindings({ sessionId }),
        brief: (await client.getBrief({ sessionId })).brief ?? assert.fail('no brief'),
        review: (await client.getReview({ sessionId })).review,
      };
    }),
  );
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((all, item) => all + of(item), 0);

const familyNames = {
  losing: 'Losing things',
  controls: 'Getting around controls',
  truth: 'Tests and truth',
  secrets: 'Secrets, network, supply chain',
  nowhere: 'Getting nowhere',
};

/** The same figures of these sessions. */
export function counted(seen: readonly Seen[]) {
  const found = seen.flatMap(({ findings, families }) =>
    findings.findings.map((one) => ({ ...one, family: families.get(one.rule) })),
  );
  const ofFamily = (name: string) => found.filter(({ family }) => family === name).length;
  const verdicts = (...names: string[]) =>
    found.filter(({ disposition }) => disposition && names.includes(disposition.verdict)).length;
  const claims = seen.flatMap(({ findings }) => findings.claims);
  const claimed = (...supports: string[]) =>
    claims.filter(({ support }) => supports.includes(support)).length;
  const statistics = seen.map(({ session }) => session.statistics ?? assert.fail('no statistics'));
  const coded = seen.filter(
    ({ session }) => session.status !== 'active' && (session.statistics?.edits ?? 0) > 0,
  );
  const judgedAt = ({ session, review }: Seen) =>
    review.reviews
      .filter(
        (one) =>
          one.outcome !== 'noted' &&
          one.reviewerId !== session.authorUserId &&
          one.withdrawnAt === undefined &&
          one.dismissed === undefined,
      )
      .map(({ createdAt }) => createdAt)
      .sort()[0];
  return {
    record: {
      sessions: seen.length,
      tokens: sum(statistics, ({ tokens }) => tokens.total),
      costUsd: Math.round(sum(statistics, ({ costUsd = 0 }) => costUsd) * 1e6) / 1e6,
      unpriced: statistics.filter(
        (one) => one.tokens.total > 0 && (one.costUsd === undefined || one.costIsPartial),
      ).length,
      prompts: sum(statistics, ({ prompts }) => prompts),
      refused: sum(statistics, ({ denials }) => denials),
      edits: sum(statistics, ({ edits }) => edits),
      activeMs: sum(statistics, ({ activeMs = 0 }) => activeMs),
      findings: {
        losing: ofFamily(familyNames.losing),
        controls: ofFamily(familyNames.controls),
        truth: ofFamily(familyNames.truth),
        secrets: ofFamily(familyNames.secrets),
        nowhere: ofFamily(familyNames.nowhere),
        team: found.filter(({ family }) => family === undefined).length,
      },
      confirmed: verdicts('confirmed'),
      setAside: verdicts('expected', 'wrong'),
      loops: found.filter(({ rule }) => rule.startsWith('loop.')).length,
    },
    content: {
      sessions: seen.length,
      reviewed: seen.filter((one) => judgedAt(one) !== undefined).length,
      followUps: seen.filter(({ review }) => review.state === 'follow_up').length,
      openThreads: sum(seen, ({ session }) => session.review?.openThreads ?? 0),
      claims: {
        supported: claimed('supported'),
        edited: claimed('edited'),
        none: claimed('none'),
        contradicted: claimed('contradicted'),
        other: claimed('partly', 'not-run', 'unreadable'),
      },
      coded: coded.length,
      tested: coded.filter(({ brief }) =>
        brief.proved.checks.some(({ of, state }) => of === 'tests' && !['edited', 'not-run'].includes(state)),
      ).length,
      red: seen.filter(({ session }) => session.statistics?.outcome?.kind === 'failed').length,
      interrupted: sum(seen, ({ brief }) => brief.steppedIn.interrupted),
      corrected: sum(seen, ({ brief }) => brief.steppedIn.corrected),
    },
  };
}

/** The sessions of a week. */
export const inWeek = (seen: readonly Seen[], from: string): Seen[] =>
  seen.filter(({ session }) => {
    const after = Date.parse(session.startedAt) - Date.parse(from);
    return after >= 0 && after < week;
  });

/** What is not recounted: nothing the other routes say has it. */
export function comparable({ weeks }: Insights) {
  return weeks.flatMap(({ from, record, content }) => {
    if (!record) return [];
    const { waited, compactions: _, ...rest } = content ?? assert.fail('no content');
    assert.equal(
      sum(Object.values(waited), (one) => one),
      rest.reviewed,
    );
    return [{ from, figures: { record, content: rest } }];
  });
}
