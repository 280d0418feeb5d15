import { Button, CloseButton, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useAgentName } from '../../api/agent.ts';
import { environmentsQuery } from '../../api/environment.ts';
import { installationsQuery } from '../../api/installation.ts';
import { useKeys } from '../../ui/keyboard.ts';
import { Name } from '../../ui/text/Name.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import styles from './SessionFilters.module.css';
import { hasFilters, type SessionsSearch } from './sessions-search.ts';

/** The filters stand in the address: a link to this page is a link to what is shown. */
export function SessionFilters({ search }: { search: SessionsSearch }) {
  const navigate = useNavigate();
  const environments = useQuery(environmentsQuery);
  const installations = useQuery(installationsQuery);
  const agentName = useAgentName();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(search.q ?? '');
  const sent = useRef(search.q ?? '');

  const change = (part: { [K in keyof SessionsSearch]: SessionsSearch[K] | undefined }) =>
    void navigate({
      to: '/sessions',
      search: (old) => {
        const next = { ...old, ...part };
        return Object.fromEntries(
          Object.entries(next).filter(([, value]) => value !== undefined && value !== ''),
        );
      },
      replace: true,
    });
  const changeText = useDebouncedCallback((q: string) => {
    sent.current = q.trim();
    change({ q: q.trim() || undefined });
  }, 200);

  useEffect(() => {
    // The address changed under the field: a link, the palette, the back button.
    if ((search.q ?? '') === sent.current) return;
    sent.current = search.q ?? '';
    setTyped(search.q ?? '');
  }, [search.q]);

  const clear = () => {
    setTyped('');
    sent.current = '';
    void navigate({ to: '/sessions', search: search.kind ? { kind: search.kind } : {}, replace: true });
  };
  useKeys({ '/': () => field.current?.focus(), x: clear });

  const agents = [...new Set(installations.data?.map((one) => one.agentId))].sort();
  return (
    <search className={styles.filters}>
      <TextInput
        ref={field}
        className={styles.text}
        size="xs"
        aria-label="Search sessions"
        placeholder="Search titles, prompts, commands, files…"
        leftSection={<IconSearch size={14} />}
        rightSection={
          typed && (
            <CloseButton
              size="xs"
              aria-label="Clear the search"
              onClick={() => {
                setTyped('');
                changeText('');
              }}
            />
          )
        }
        value={typed}
        maxLength={200}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          changeText(event.currentTarget.value);
        }}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <NativeSelect
        size="xs"
        aria-label="Status"
        value={search.status ?? ''}
        onChange={(event) =>
          change({ status: (event.currentTarget.value || undefined) as SessionsSearch['status'] })
        }
        data={[
          { value: '', label: 'Any status' },
          { value: 'active', label: 'Open' },
          { value: 'completed', label: 'Completed' },
          { value: 'failed', label: 'Failed' },
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label="Agent"
        value={search.agent ?? ''}
        onChange={(event) => change({ agent: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: 'Any agent' },
          ...withChosen(agents, search.agent).map((id) => ({ value: id, label: visibleText(agentName(id)) })),
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label="Environment"
        className={styles.environment}
        value={search.environment ?? ''}
        onChange={(event) => change({ environment: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: 'Any machine' },
          ...withChosen(
            (environments.data ?? []).map((one) => one.environmentId),
            search.environment,
          ).map((id) => {
            const found = environments.data?.find((one) => one.environmentId === id);
            return { value: id, label: visibleText(found?.displayName ?? found?.hostname ?? id) };
          }),
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label="Started"
        value={search.since ?? ''}
        onChange={(event) =>
          change({ since: (event.currentTarget.value || undefined) as SessionsSearch['since'] })
        }
        data={[
          { value: '', label: 'Any time' },
          { value: '1d', label: 'Last day' },
          { value: '7d', label: 'Last 7 days' },
          { value: '30d', label: 'Last 30 days' },
          { value: '90d', label: 'Last 90 days' },
        ]}
      />
      {search.repo && (
        <Button size="xs" variant="light" rightSection="×" onClick={() => change({ repo: undefined })}>
          <Name text={search.repo} />
        </Button>
      )}
      {hasFilters(search) && (
        <Button size="xs" variant="subtle" color="gray" onClick={clear}>
          Clear
        </Button>
      )}
      <SegmentedControl
        className={styles.kind}
        size="xs"
        aria-label="Real or test sessions"
        value={search.kind ?? 'live'}
        onChange={(value) => change({ kind: value === 'live' ? undefined : (value as 'test' | 'all') })}
        data={[
          { value: 'live', label: 'Real' },
          { value: 'test', label: 'Test' },
          { value: 'all', label: 'Both' },
        ]}
      />
    </search>
  );
}

/** A filter whose value is not on offer any more is still the filter. */
const withChosen = (offered: string[], chosen: string | undefined): string[] =>
  chosen && !offered.includes(chosen) ? [...offered, chosen] : offered;
