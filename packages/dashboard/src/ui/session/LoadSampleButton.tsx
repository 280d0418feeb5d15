import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSample } from '../../api/session.ts';
import { toastError } from '../toast/toast.ts';

/** Loads the made-up sessions and goes to the list that shows them. */
export function LoadSampleButton() {
  const { load } = useSample();
  const navigate = useNavigate();
  return (
    <Button
      variant="default"
      loading={load.isPending}
      onClick={() =>
        load.mutate(undefined, {
          onSuccess: () => void navigate({ to: '/sessions', search: { kind: 'test' } }),
          onError: toastError,
        })
      }
    >
      Load sample sessions
    </Button>
  );
}
