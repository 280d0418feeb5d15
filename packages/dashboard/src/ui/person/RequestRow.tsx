import type { DataRequest } from '@debrief/contract';
import type { ReactNode } from 'react';
import { exact, plural } from '../format.ts';
import { Row } from '../Page.tsx';
import { Visible } from '../text/Visible.tsx';
import { Person } from './Person.tsx';

/** What became of it, in words. */
export function stateWords(request: DataRequest): string {
  const { state, left, kept, sessions, comments, kind } = request;
  const done = kind === 'delete' ? 'deleted' : 'without an author now';
  const gone = `${plural(sessions, 'session')}${comments > 0 ? ` and ${plural(comments, 'comment')}` : ''} ${done}`;
  switch (state) {
    case 'asked':
      return `Waits for an admin · ${plural(left, 'session')}`;
    case 'withdrawn':
      return 'Taken back';
    case 'refused':
      return 'Refused';
    case 'granted':
      return kept > 0 && kept === left
        ? `${gone} · a legal hold keeps ${plural(kept, 'session')}; they follow when it ends`
        : `Under way: ${gone}, ${left} to go`;
    case 'done':
      return gone;
  }
}

/** One request, as its member and admins see it. */
export function RequestRow({ request, actions }: { request: DataRequest; actions?: ReactNode }) {
  const { userId, isLeaving, kind, reason, answer, askedAt, decidedBy } = request;
  return (
    <Row
      title={
        <span>
          <Person userId={userId} />
          {isLeaving
            ? kind === 'delete'
              ? ' was removed; their sessions are deleted'
              : ' was removed; their sessions stay without an author'
            : ' asks that what is stored about them be deleted'}
        </span>
      }
      detail={
        <>
          {stateWords(request)}
          {reason && (
            <>
              {' · '}“<Visible text={reason} />”
            </>
          )}
          {answer && decidedBy && (
            <>
              {' · '}
              <Person userId={decidedBy} />: “<Visible text={answer} />”
            </>
          )}
        </>
      }
      meta={<span>{exact(askedAt)}</span>}
      actions={actions}
    />
  );
}
