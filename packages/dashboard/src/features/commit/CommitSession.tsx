import type { CommitLink } from '@debrief/contract';
import { Button } from '@mantine/core';
import { useDecideLink } from '../../api/link.ts';
import { plural } from '../../ui/format.ts';
import { LinkedSessionDetail, LinkedSessionTitle } from '../../ui/link/LinkedSessionTitle.tsx';
import { Strength } from '../../ui/link/Strength.tsx';
import { evidenceText } from '../../ui/link/strength.ts';
import { Row } from '../../ui/Page.tsx';
import { Time } from '../../ui/Time.tsx';
import { toast, toastError } from '../../ui/toast/toast.ts';

/** One session behind a commit: why, how much, and what a person can say about it. */
export function CommitSession({ link }: { link: CommitLink }) {
  const decide = useDecideLink();
  const { session, sha, strength, evidence } = link;
  const { sessionId } = session;
  const isLikely = strength === 'likely';
  const say = (isLinked: boolean) =>
    decide.mutate(
      { sessionId, sha, isLinked },
      {
        onSuccess: () => toast(isLinked ? 'The session is linked.' : 'The link is removed.'),
        onError: toastError,
      },
    );
  const reasons = evidence.slice(0, 2);
  const saysLines = reasons.some(({ kind }) => kind === 'lines');
  const at = evidence.flatMap(({ sequences }) => sequences ?? [])[0];
  return (
    <Row
      title={
        <>
          <LinkedSessionTitle session={session} at={at} />
          <Strength strength={strength} byHand={link.byHand} />
        </>
      }
      detail={
        <>
          {reasons.map(evidenceText).join(' · ') || 'No more is known'}
          <br />
          <LinkedSessionDetail session={session} />
        </>
      }
      meta={
        <>
          {link.lines > 0 && !saysLines && <span>{plural(link.lines, 'line')}</span>}
          <Time at={session.startedAt} />
        </>
      }
      actions={
        <>
          {isLikely && (
            <Button size="xs" variant="light" onClick={() => say(true)} loading={decide.isPending}>
              Confirm
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => say(false)} loading={decide.isPending}>
            {isLikely ? 'Not this one' : 'Unlink'}
          </Button>
        </>
      }
    />
  );
}
