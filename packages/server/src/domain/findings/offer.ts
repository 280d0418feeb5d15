import type { TeamRuleOffers } from '@debrief/contract';
import { readerOf } from '../access/reader.ts';
import { callerOf, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { getFindingsPolicy } from './findings-policy.ts';
import type { OfferedRule } from './ports.ts';

/** The newest are looked at, so many at a time, until the time is over. */
const most = 400;
const atOnce = 40;
const patience = 4000;
const shown = 20;

/**
 * Rules that the team's own files of instructions could be: sentences of AGENTS.md and the like that sessions show, each
 * with the rule that says the same. None is adopted by being offered.
 */
export async function offerTeamRules(context: Context, actor: MemberActor): Promise<TeamRuleOffers> {
  const { store } = context;
  const until = performance.now() + patience;
  const sessions = await store.session.records(actor.organizationId, {
    secretEnvironment: 'live',
    reader: readerOf(actor, context.clock()),
    onlyReadable: true,
    limit: most,
  });
  const { policy } = await getFindingsPolicy(context, actor);
  const taken = new Set((policy.teamRules ?? []).map(({ text }) => text));
  const found = new Map<string, TeamRuleOffers['offers'][number]>();
  let looked = 0;
  for (let at = 0; at < sessions.length && performance.now() < until; at += atOnce) {
    const some = sessions.slice(at, at + atOnce);
    looked += some.length;
    for (const offer of await store.judgement.offered(callerOf(actor), some)) count(found, offer, taken);
  }
  const offers = [...found.values()].sort((a, b) => b.sessions - a.sessions).slice(0, shown);
  return { sessions: looked, offers };
}

function count(
  found: Map<string, TeamRuleOffers['offers'][number]>,
  { sessionId, sequence, file, said, text, title, sentence }: OfferedRule,
  taken: ReadonlySet<string>,
): void {
  if (taken.has(text)) return;
  const before = found.get(text);
  // The newest session comes first: its words are shown.
  if (before) before.sessions++;
  else if (found.size < most)
    found.set(text, { text, title, sentence, said, file, sessions: 1, sessionId, sequence });
}
