import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { downloadOwnData, ownDataQuery } from '../../api/access/own-data.ts';
import { Fault } from '../../ui/Fault.tsx';
import styles from '../../ui/Form.module.css';
import { count } from '../../ui/format.ts';
import { Page, Row, Rows } from '../../ui/Page.tsx';
import { save } from '../../ui/text/save-file.ts';
import { toastError } from '../../ui/toast/toast.ts';
import { AskDeletion } from './AskDeletion.tsx';
import { groups, kindWords } from './own-data-words.ts';

/** What is stored of whoever looks at it. */
export function OwnDataPage() {
  const { data, error, refetch } = useQuery(ownDataQuery);
  const download = useMutation({ mutationFn: downloadOwnData });
  if (error) return <Fault error={error} retry={() => void refetch()} />;
  const counts = new Map(data?.stored.map(({ of, count: found }) => [of, found]));
  return (
    <Page
      title="My data"
      lead="Everything that is stored here about you. The download has each of these rows, and your sessions with their events."
      action={
        <Button
          loading={download.isPending}
          onClick={() =>
            download.mutate(undefined, {
              onSuccess: (blob) => save([blob], 'my-debrief-data.ndjson'),
              onError: toastError,
            })
          }
        >
          Download
        </Button>
      }
    >
      {!data && <Skeleton height={240} />}
      {data &&
        groups.map(({ title, kinds }) => {
          const stored = kinds.filter((kind) => (counts.get(kind) ?? 0) > 0);
          return (
            <section key={title} className={styles.section} aria-label={title}>
              <h2>{title}</h2>
              {stored.length === 0 && <p>Nothing.</p>}
              {stored.length > 0 && (
                <Rows label={title}>
                  {stored.map((kind) => (
                    <Row
                      key={kind}
                      title={kindWords[kind]}
                      meta={<span>{count(counts.get(kind) ?? 0)}</span>}
                    />
                  ))}
                </Rows>
              )}
            </section>
          );
        })}
      {data && <AskDeletion />}
    </Page>
  );
}
