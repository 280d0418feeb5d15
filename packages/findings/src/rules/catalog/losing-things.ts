import { rulesOfFamily } from './rule-info.ts';

const rule = rulesOfFamily('Losing things');

/** What was deleted, overwritten, published or cannot be had back. */
export const losingThings = {
  'fs.delete-outside': rule(
    'high',
    'Deleted outside the repository',
    'A recursive deletion reached a folder that is neither the repository, nor temporary, nor build output.',
    'Is what was deleted still needed? Is there a copy?',
  ),
  'fs.delete-inside': rule(
    'high',
    'Deleted a folder of the repository',
    'A folder, many files or a file that git rarely keeps was deleted or emptied inside the repository, and the session had not made it. High when it was everything, or when some of it was in no commit before the session.',
    'Was it tracked, so that git still has it?',
  ),
  'git.discard': rule(
    'high',
    'Discarded uncommitted work',
    'Changes that were in no commit were thrown away, or a stash that had not been put back. High when they were there before the session, or the whole tree was reset with work of the session in it and nobody asked.',
    'Whose changes were they, and were they wanted?',
  ),
  'git.force-push': rule(
    'high',
    'Overwrote a remote branch',
    'A push replaced commits on the remote. With a lease, by which git checks that nobody had pushed meanwhile, it is low unless the branch is guarded.',
    'Did somebody else work on that branch?',
  ),
  'git.history': rule(
    'medium',
    'Rewrote history',
    'Commits, branches or tags were rewritten or deleted.',
    'Had they been pushed or shared before?',
  ),
  'git.push-protected': rule(
    'high',
    'Pushed to a guarded branch',
    'A push went straight to a branch that people guard, or pushed tags.',
    'Was there a review?',
  ),
  'db.destroy': rule(
    'high',
    'Removed data from a database',
    'A statement dropped, truncated, changed or deleted everything: given to a client of databases, by a program, or in a script that the session had written.',
    'Which database was it?',
  ),
  'infra.change': rule(
    'high',
    'Changed what runs',
    'Infrastructure, a cluster or a deployment was changed or deleted.',
    'Was that environment meant?',
  ),
  'large.delete': rule(
    'medium',
    'Removed many lines',
    'One change or command removed more than 200 lines, and they stand nowhere else.',
    'Is what they did done elsewhere now?',
  ),
  'out.publish': rule(
    'high',
    'Published something',
    'A package, an image, a release, a merge or an approval went out.',
    'Did somebody ask for it?',
  ),
  'fs.overwrite-env': rule(
    'high',
    'Wrote over a settings file',
    'An `.env` file that was there before was written over. Git does not keep such files, so what it held is gone.',
    'Is there a copy of what it held?',
  ),
  'proc.kill': rule(
    'medium',
    'Ended processes',
    'Processes were ended that the session had not started. Medium for programs of which a machine runs many (node, java), and for databases.',
    'Whose were they?',
  ),
  'git.push-unasked': rule(
    'high',
    'Pushed without being asked',
    'Commits left the machine, and nobody had asked for it. High when the person had said not to.',
    'Was it ready to be seen?',
  ),
};
