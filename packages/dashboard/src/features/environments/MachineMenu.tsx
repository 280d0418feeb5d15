import type { Environment } from '@debrief/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconGift, IconKeyOff, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useSetAuthor } from '../../api/author.ts';
import { environmentName } from '../../api/environment.ts';
import { useChangeKey } from '../../api/machine/machine-key.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { visibleText } from '../../ui/text/visible.ts';
import { toast, toastError } from '../../ui/toast/toast.ts';

/** What the machine signs in with. */
export function KeyChip({ environment: { key, status } }: { environment: Environment }) {
  if (status === 'revoked') return null;
  if (!key) return <Chip title="Whoever has an organization secret can write in its name.">Secret</Chip>;
  if (key.status === 'revoked') return <Chip tone="bad">Key revoked</Chip>;
  if (key.rotationAskedAt) return <Chip tone="warn">Key to be exchanged</Chip>;
  return (
    <Chip tone="good" title="Nothing but this machine's own key writes to its sessions.">
      Own key
    </Chip>
  );
}

/** For its author and for admins. */
export function MachineMenu({ environment, mayManage }: { environment: Environment; mayManage: boolean }) {
  const { environmentId, authorUserId, key } = environment;
  const change = useChangeKey();
  const give = useSetAuthor();
  const [asking, setAsking] = useState(false);
  const name = visibleText(environmentName(environment));
  const hasKey = key?.status === 'active';
  const mayGive = mayManage && authorUserId !== undefined;
  if (!hasKey && !mayGive) return null;
  return (
    <>
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More about ${name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {hasKey && (
            <Menu.Item
              leftSection={<IconRefresh size={15} />}
              onClick={() =>
                change.mutate(
                  { environmentId, change: 'rotate' },
                  {
                    onSuccess: () => toast('It gets another key with its next heartbeat.'),
                    onError: toastError,
                  },
                )
              }
            >
              Rotate the key
            </Menu.Item>
          )}
          {hasKey && (
            <Menu.Item leftSection={<IconKeyOff size={15} />} onClick={() => setAsking(true)}>
              Revoke the key
            </Menu.Item>
          )}
          {mayGive && (
            <Menu.Item
              leftSection={<IconGift size={15} />}
              onClick={() =>
                give.mutate(
                  { environmentId, userId: authorUserId, earlier: true },
                  {
                    onSuccess: () => toast('Earlier sessions without an author are theirs.'),
                    onError: toastError,
                  },
                )
              }
            >
              Give earlier sessions to its author
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <RevokeKey environment={environment} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}

function RevokeKey(props: { environment: Environment; opened: boolean; onClose(): void }) {
  const { environment, opened, onClose } = props;
  const change = useChangeKey();
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={`Revoke the key of ${visibleText(environmentName(environment))}?`}
      action="Revoke"
      busy={change.isPending}
      onConfirm={() =>
        change.mutate(
          { environmentId: environment.environmentId, change: 'revoke' },
          { onSuccess: () => toast('The key is revoked.'), onError: toastError, onSettled: onClose },
        )
      }
    >
      <p>
        The machine can send nothing from the next request on. What it sent stays. To send again it is
        connected anew, with an organization secret, and becomes a new machine here.
      </p>
    </Confirm>
  );
}
