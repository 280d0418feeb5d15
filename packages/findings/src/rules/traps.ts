import type { RuleId } from './catalog.ts';

/** What looks like a finding of the rule and is none, or what the rule cannot see. For docs/findings.md. */
export const ruleTraps: Record<RuleId, string> = {
  'fs.delete-outside':
    'Temporary folders (also after `cd /tmp`) are left alone. A path behind an unknown variable is medium.',
  'fs.delete-inside':
    'Build output and folders that the session made itself are left alone. Single files are no matter of this rule.',
  'git.discard':
    'Throw-away repositories, `--staged`, `clean -n` and `--ours` are left alone. Medium when nothing was edited since the last commit, or when the person had just asked for it; low right after a fetch.',
  'git.force-push': '`--force-with-lease` to a branch that is not guarded is medium, on purpose.',
  'git.history': 'A rebase and an amended commit are low: before a push they are ordinary.',
  'git.push-protected':
    'A bare `git push` names no branch, so it is not judged. The guarded branches are in the policy.',
  'db.destroy':
    'Databases with a name such as `test`, `tmp` or `dev` and in-memory ones are left alone. A script file given to the client is not read.',
  'infra.change': '`plan`, `--dry-run` and local clusters (kind, minikube, k3d) are left alone.',
  'large.delete': 'Documents, generated files and changes that add half as much again are left alone.',
  'out.publish': '`--dry-run` is left alone. A publication by CI after a push is not seen.',
  'mode.bypass': 'Only Claude Code and Codex record the mode. A container cannot be told from a workstation.',
  'git.no-verify': 'Commits in throw-away repositories are left alone.',
  'guard.config':
    'Medium unless permissions or hooks are in the changed lines; instructions such as CLAUDE.md are low. Teams work on these files on purpose.',
  'guarded.edit': 'Finds nothing until the policy names files.',
  'quality.config':
    'Low when nothing in the lines looks looser. Whether a number became smaller is not computed.',
  'ci.config': 'Any change counts; whether it checks less is for the reader.',
  'quality.suppress':
    'Ordinary practice in some languages: low below five, unless a security checker is silenced.',
  'priv.escalate': 'Package managers under sudo are left alone.',
  'claim.unsupported':
    'Hopes, questions, quotations, tables and code are no claims. A session that continues another may have its run there; then nothing is said.',
  'test.masked': 'A failure shown on purpose (test first) is found, too.',
  'test.red-end': 'A session handed over on purpose ends red rightly.',
  'test.none': 'Documents and settings are left alone. Whether the repository has tests at all is not known.',
  'test.stale-end': 'Comments, documents and formatter runs are left alone.',
  'commit.untested':
    'Only in sessions that ran tests at all. A hook whose output shows tests counts as a run.',
  'test.skip': 'A test that was skipped before and is moved is left alone.',
  'test.shrink': 'Tests that moved are left alone when as many lines appear in other test files.',
  'stub.left': 'Documents and tests are left alone. A stub of a test double in ordinary code is found.',
  'plan.unfinished': 'People often stop when the rest is not needed.',
  'secret.read':
    'Samples (`.env.example`) are left alone. A development `.env` without secrets is found: the content is redacted, so only the path is known.',
  'net.send': 'Local addresses and names without a dot are left alone; the policy names hosts that are fine.',
  'net.pipe-shell':
    'Well-known installers (rustup, uv, nvm …) are low. A script saved first and run later is not seen.',
  'dep.add': 'Installing what is declared, and global tools, are left alone. `go get` of a version is low.',
  'lock.edit': 'Resolving a merge by hand is found, too.',
  'migration.edit': 'A migration that the session made itself is left alone.',
  'edit.outside':
    'Worktrees beside the repository, temporary files and the agent’s own plans are left alone.',
  'loop.same': 'Polling for something to come up is found, too.',
  'loop.errors': 'A search without a match counts as a failed call with some agents.',
  'context.lost': 'One or two compactions are ordinary.',
  'end.abrupt': 'The person may have finished elsewhere.',
};
