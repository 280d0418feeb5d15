import type { Severity } from './finding.ts';
import type { TeamRule } from './team-rule/team-rule.ts';

/** What a team says about itself. Lists, no expressions. */
export interface FindingPolicy {
  /** Files nobody changes lightly: names, or folders ending in `/`, from the root of the repository. */
  guardedPaths: readonly string[];
  /** Branches that are pushed to by people only, `release/*` included. */
  guardedBranches: readonly string[];
  /** Hosts that sessions may send data to. */
  trustedHosts: readonly string[];
  /** The team's own commands that run its tests, such as `./ci.sh test`. */
  testCommands: readonly string[];
  /** Rules at another severity, or switched off. */
  rules: Readonly<Record<string, Severity | 'off'>>;
  /** Rules of the team's own. */
  teamRules: readonly TeamRule[];
}

export const defaultPolicy: FindingPolicy = {
  guardedPaths: [],
  guardedBranches: ['main', 'master', 'release/*'],
  trustedHosts: [],
  testCommands: [],
  rules: {},
  teamRules: [],
};

export const isTrustedHost = (host: string, { trustedHosts }: FindingPolicy): boolean =>
  trustedHosts.some((trusted) => host === trusted || host.endsWith(`.${trusted}`));

/** `line` has the program without its folder, as the policy's commands are compared. */
export function isTestCommand(line: string, { testCommands }: FindingPolicy): boolean {
  return testCommands.some((command) => {
    const own = command
      .trim()
      .replace(/\s{1,100}/g, ' ')
      .replace(/^\S*\//, '');
    return own !== '' && (line === own || line.startsWith(`${own} `));
  });
}

/** `release/*` stands for everything below `release/`. */
export const isGuardedBranch = (branch: string, { guardedBranches }: FindingPolicy): boolean =>
  guardedBranches.some((guarded) =>
    guarded.endsWith('*') ? branch.startsWith(guarded.slice(0, -1)) : branch === guarded,
  );
