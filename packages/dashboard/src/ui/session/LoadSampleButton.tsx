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
      // A callback of `mutate` would be dropped: the empty list with this button is gone by then.
      onClick={() =>
        void load
          .mutateAsync()
          .then(() => navigate({ to: '/sessions', search: { kind: 'test' } }))
          .catch(toastError)
      }
    >
      Load sample sessions
    </Button>
  );
}
