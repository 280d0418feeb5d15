import type { FoundLinks } from '@debrief/contract';
import type { Team } from '../team.ts';
import { eventually } from './link.ts';

/** Waits until a commit has a link, and answers what is behind it. */
export const behind = (
  team: Team,
  sha: string,
  wanted: (found: FoundLinks) => boolean = (found) => found.links.length > 0,
): Promise<FoundLinks> =>
  eventually(async () => {
    const found = await team.owner.client.findLinks({ commit: sha });
    return wanted(found) && found;
  });

export const strengths = ({ links }: FoundLinks): [sessionId: string, strength: string][] =>
  links.map(({ strength, session }) => [session.sessionId, strength]);
