// biome-ignore-all lint/suspicious/noArrayIndexKey: attachments never move
import type { Attachment } from '@debrief/transcript';
import { Button } from '@mantine/core';
import { IconPaperclip, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { Chip } from '../../../../ui/Chip.tsx';
import { Visible } from '../../../../ui/text/Visible.tsx';
import { visibleText } from '../../../../ui/text/visible.ts';
import styles from './Attachments.module.css';
import { pictureUrl } from './picture.ts';

/** Pictures that came inside the record may be looked at; nothing is ever fetched. */
export function Attachments({ list }: { list: Attachment[] | undefined }) {
  if (!list?.length) return null;
  return (
    <div className={styles.list}>
      {list.map((attachment, index) => (
        <One key={`${index}-${attachment.kind}`} attachment={attachment} />
      ))}
    </div>
  );
}

function One({ attachment }: { attachment: Attachment }) {
  const [shown, setShown] = useState(false);
  const url = pictureUrl(attachment);
  const name = attachment.name ?? attachment.mediaType ?? attachment.kind;
  if (!url) {
    return (
      <Chip>
        <IconPaperclip size={12} aria-hidden /> <Visible text={name} />
      </Chip>
    );
  }
  return shown ? (
    <img className={styles.picture} src={url} alt={visibleText(name)} />
  ) : (
    <Button
      variant="default"
      size="compact-xs"
      leftSection={<IconPhoto size={13} />}
      onClick={() => setShown(true)}
    >
      Show the picture
    </Button>
  );
}
