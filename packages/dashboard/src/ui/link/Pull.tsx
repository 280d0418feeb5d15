import type { PullRequest } from '@debrief/contract';
import { Link } from '@tanstack/react-router';
import { Chip, type Tone } from '../Chip.tsx';
import { Name } from '../text/Name.tsx';

const tones: Record<PullRequest['state'], Tone> = {
  open: 'accent',
  merged: 'good',
  closed: 'plain',
  unknown: 'plain',
};

/** A pull request by its number and title, leading to the page with its sessions. */
export const PullLink = ({ pull }: { pull: PullRequest }) => (
  <>
    <Link to="/pull" search={{ url: pull.url }}>
      <Name text={`#${pull.number}${pull.title ? ` ${pull.title}` : ''}`} />
    </Link>
    {pull.state !== 'unknown' && <Chip tone={tones[pull.state]}>{pull.state}</Chip>}
  </>
);
