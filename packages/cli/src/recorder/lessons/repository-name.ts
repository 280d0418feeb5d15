import { canonical } from '../../pause.ts';
import { sendableRemote } from '../commits/commits-made.ts';
import { worktreeOf } from '../commits/worktree.ts';

/** What the repository is called: its remote, else this machine and its folder. */
export async function repositoryName(
  root: string,
  environmentId: string | undefined,
): Promise<string | undefined> {
  const worktree = await worktreeOf(root);
  const remote = worktree && (await sendableRemote(worktree));
  return remote ?? (environmentId === undefined ? undefined : `${environmentId}:${canonical(root)}`);
}
