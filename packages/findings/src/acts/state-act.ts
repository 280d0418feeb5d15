import type { RuledOut } from '../state/ruled-out.ts';
import type { Wish } from '../state/wish.ts';
import type { Base } from './base.ts';

/** What a person said they want: a prompt, an answer, a plan they approved. */
export interface Wished extends Base {
  kind: 'wish';
  asks: Wish[];
  forbids: Wish[];
  /** The words they used, for names of files, packages and hosts. */
  words: string[];
  /** They agreed to what had been offered. */
  isYes?: true;
  ruledOut?: RuledOut;
}

/** What a command tells of the working tree and of the machine. */
export type StateAct =
  /** `git status` and `git diff --name-only`: what was not committed then. */
  | (Base & { kind: 'tree'; dirty: string[]; isClean: boolean; ahead?: number })
  /** A conflict brings it back with marks in it; what could not be put back at all has only failed. */
  | (Base & { kind: 'stash'; what: 'push' | 'pop' | 'apply'; hasFailed: boolean; isConflict?: true })
  /** Git would not commit because it did not know in whose name. */
  | (Base & { kind: 'nameless' })
  /** A copy of a file was laid aside. */
  | (Base & { kind: 'copied'; path: string })
  /** Files, folders and branches that the session made by a command, or that a sub-agent tells it wrote. */
  | (Base & { kind: 'made'; paths: string[]; isTold?: true })
  /** Branches that git would not delete, as they are in no other. */
  | (Base & { kind: 'unmerged'; branches: string[] })
  /** Servers that a list of processes shows, by their numbers. */
  | (Base & { kind: 'listed'; servers: [id: string, name: string][] })
  /** A file of code that a sub-agent, whose own records are not there, says it changed. */
  | (Base & { kind: 'told'; path: string })
  /** The settings of compose were shown, and lay nothing of the repository into its containers. */
  | (Base & { kind: 'unmounted' })
  /** A program that goes on running. */
  | (Base & { kind: 'launch'; program: string })
  /** Files that were seen before anything wrote to them. */
  | (Base & { kind: 'seen'; path: string });

/** Text in a result that tells the agent what to do. */
export interface Met extends Base {
  kind: 'met';
  /** From outside of the repository: a page, a server, a package. */
  isForeign: boolean;
  /** What it names, each with its kind: `c:` a command, `h:` a host, `p:` a path. */
  names: string[];
}
