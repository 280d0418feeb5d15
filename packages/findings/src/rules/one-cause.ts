import { type Finding, severities } from '../finding.ts';

/**
 * Two names for one fact: where both speak of the same event, the first says what happened and the second only how.
 * `rm -rf .husky` takes the hooks away; that a folder was deleted is the same fact.
 */
const sameFact: readonly (readonly [told: string, also: readonly string[]])[] = [
  [
    'deny.circumvent',
    [
      'git.push-unasked',
      'git.push-protected',
      'edit.outside',
      'fs.delete-inside',
      'secret.read',
      'net.send',
      'db.destroy',
      'out.publish',
      'priv.escalate',
    ],
  ],
  [
    'guard.config',
    ['fs.delete-inside', 'fs.delete-outside', 'edit.outside', 'priv.escalate', 'guarded.edit'],
  ],
  ['fs.delete-outside', ['priv.escalate', 'edit.outside']],
  ['fs.overwrite-env', ['fs.delete-inside', 'edit.outside', 'secret.read']],
  ['db.destroy', ['infra.change', 'priv.escalate']],
  ['infra.change', ['priv.escalate', 'proc.kill', 'out.publish']],
  ['net.send', ['secret.read']],
  ['priv.escalate', ['edit.outside', 'proc.kill']],
  ['inject.content', ['priv.escalate']],
  ['git.force-push', ['git.push-protected', 'git.push-unasked']],
  ['out.publish', ['git.push-protected']],
  ['dep.add', ['lock.edit']],
  ['test.shrink', ['fs.delete-inside']],
  ['test.skip', ['test.shrink', 'quality.config', 'test.weaken']],
  ['test.shrink', ['test.weaken', 'large.delete']],
  ['claim.unsupported', ['test.red-end']],
];

export function oneForEachCause(findings: readonly Finding[]): Finding[] {
  const told = new Map<string, Finding>();
  for (const one of findings) for (const sequence of one.sequences) told.set(`${one.rule} ${sequence}`, one);
  const isTold = (one: Finding): boolean =>
    sameFact.some(
      ([rule, also]) =>
        also.includes(one.rule) &&
        one.sequences.every((sequence) => {
          const other = told.get(`${rule} ${sequence}`);
          return (
            other !== undefined && severities.indexOf(other.severity) <= severities.indexOf(one.severity)
          );
        }),
    );
  return findings.filter((one) => !isTold(one));
}
