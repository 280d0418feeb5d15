/** How sure a link between a session and a commit is, the surest first. */
export const linkStrengths = ['stated', 'seen', 'matched', 'likely'] as const;
export type LinkStrength = (typeof linkStrengths)[number];

/** Why a commit is linked. `sequences` are events of the session that show it. */
export type LinkEvidence =
  /** The commit names the session. */
  | { kind: 'trailer'; trailer: string }
  /** The session's own `git commit` printed this SHA. */
  | { kind: 'printed'; sequences: number[] }
  /** The session's own `git commit` printed a SHA that is gone, and the subject of this commit. */
  | { kind: 'subject'; sequences: number[] }
  /** The session added lines of the commit: `matched` of `of`. */
  | { kind: 'lines'; matched: number; of: number; sequences: number[] }
  /** The same change, or the same files, as commit `sha`, which is linked by itself. */
  | { kind: 'patch' | 'tree'; sha: string }
  /** It took the place of commit `sha`, which is linked by itself. */
  | { kind: 'rewrite'; sha: string; by: 'amend' | 'rebase' | 'cherry-pick' }
  /** The session edited `matched` of the `of` files of the commit, not long before it. */
  | { kind: 'files'; matched: number; of: number; sequences: number[] };

export interface CommitLink {
  /** Shortened when no machine has told of the commit: what the session's own `git commit` printed of it. */
  sha: string;
  strength: LinkStrength;
  /** When the session did what the link rests on: its last edit that the commit holds, or its own commit. */
  at?: number;
  /** At least one; the strongest first. */
  evidence: LinkEvidence[];
}
