import type { Session } from '@debrief/contract';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconEraser,
  IconEye,
  IconFileTypeTxt,
  IconLink,
  IconLock,
  IconMessages,
  IconPencil,
  IconTerminal2,
  IconTrash,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useSessionAccess } from '../../api/access/access.ts';
import { useMe } from '../../api/member.ts';
import { usePersonName } from '../../ui/person/Person.tsx';
import { toast, toastError } from '../../ui/toast/toast.ts';
import { DeleteDialog } from './access/DeleteDialog.tsx';
import { ReadersDialog } from './access/ReadersDialog.tsx';
import { downloadEvents, downloadMarkdown, downloadReview } from './export/download.ts';
import { resumeCommand } from './export/resume.ts';
import { RenameDialog } from './title/RenameDialog.tsx';

const RedactDialog = lazy(async () => ({
  default: (await import('./access/RedactDialog.tsx')).RedactDialog,
}));

/** What can be done with a session as a whole, and the dialogs it opens. */
export function SessionMenu({ session }: { session: Session }) {
  const { member, mayManage } = useMe();
  const [shown, setShown] = useState<'rename' | 'readers' | 'redact' | 'delete'>();
  // Its author and admins see who read it, and may delete it.
  const isOwn = member !== undefined && member.userId === session.authorUserId;
  const isInCharge = mayManage || isOwn;
  const { hold } = useSessionAccess(session.sessionId);
  return (
    <>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="More about this session">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => setShown('rename')}>
            Rename…
          </Menu.Item>
          <Menu.Divider />
          <CopyItems session={session} />
          <Menu.Divider />
          <ExportItems session={session} />
          {isInCharge && (
            <>
              <Menu.Divider />
              {isOwn && session.status === 'active' && !session.access?.isHeld && (
                <Menu.Item
                  leftSection={<IconLock size={15} />}
                  onClick={() => hold.mutate('released', { onError: toastError })}
                >
                  Hold it until I share it
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconEye size={15} />} onClick={() => setShown('readers')}>
                Who read this session
              </Menu.Item>
              <Menu.Item leftSection={<IconEraser size={15} />} onClick={() => setShown('redact')}>
                Take words out…
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => setShown('delete')}>
                Delete the session…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {shown === 'rename' && <RenameDialog session={session} onClose={() => setShown(undefined)} />}
      {shown === 'readers' && (
        <ReadersDialog sessionId={session.sessionId} onClose={() => setShown(undefined)} />
      )}
      {shown === 'redact' && (
        <Suspense>
          <RedactDialog session={session} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
      {shown === 'delete' && <DeleteDialog session={session} onClose={() => setShown(undefined)} />}
    </>
  );
}

function CopyItems({ session }: { session: Session }) {
  const resume = resumeCommand(session.agentId, session.externalId, session.repoRoot);
  const copy = async (text: string, what: string) => {
    try {
      // Browsers have no clipboard for pages that came by http:// from another machine.
      await navigator.clipboard.writeText(text);
      toast(`${what} copied.`);
    } catch {
      toast(`The browser does not let this page copy. ${what}: ${text}`, 'bad');
    }
  };
  return (
    <>
      <Menu.Item
        leftSection={<IconLink size={15} />}
        onClick={() => copy(`${location.origin}/sessions/${session.sessionId}`, 'Link')}
      >
        Copy the link
      </Menu.Item>
      {resume && (
        <Menu.Item leftSection={<IconTerminal2 size={15} />} onClick={() => copy(resume, 'Resume command')}>
          Copy the resume command
        </Menu.Item>
      )}
    </>
  );
}

function ExportItems({ session }: { session: Session }) {
  const nameOf = usePersonName();
  return (
    <>
      <Menu.Item
        leftSection={<IconFileTypeTxt size={15} />}
        onClick={() => void downloadMarkdown(session, nameOf).catch(toastError)}
      >
        Export as Markdown
      </Menu.Item>
      <Menu.Item
        leftSection={<IconDownload size={15} />}
        onClick={() => void downloadEvents(session).catch(toastError)}
      >
        Export the events (JSONL)
      </Menu.Item>
      <Menu.Item
        leftSection={<IconMessages size={15} />}
        onClick={() => void downloadReview(session).catch(toastError)}
      >
        Export brief and review (JSON)
      </Menu.Item>
    </>
  );
}
