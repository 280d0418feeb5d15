import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { sessionQuery } from '../../api/session.ts';
import { Fault } from '../../ui/Fault.tsx';
import { Reader } from './Reader.tsx';
import styles from './SessionPage.module.css';

const ClosedSession = lazy(async () => ({
  default: (await import('./access/ClosedSession.tsx')).ClosedSession,
}));

const route = getRouteApi('/shell/sessions/$sessionId');

export function SessionPage() {
  const { sessionId } = route.useParams();
  const { data, error, refetch } = useQuery(sessionQuery(sessionId));
  if (data?.session.access?.mayRead === false) {
    return (
      <Suspense>
        <ClosedSession review={data} />
      </Suspense>
    );
  }
  if (data) return <Reader key={sessionId} review={data} />;
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  return (
    <div className={styles.waiting} aria-busy>
      <VisuallyHidden component="h1">Session</VisuallyHidden>
      <Skeleton height={22} width="40%" />
      <Skeleton height={14} width="60%" />
      <Skeleton height={64} />
      <Skeleton height={18} width="80%" />
      <Skeleton height={18} width="70%" />
      <Skeleton height={120} />
    </div>
  );
}
