import { Chip } from '../Chip.tsx';
import { Name } from '../text/Name.tsx';

/** Words of the team on a session; whatever is in them, it is text. */
export const Labels = ({ labels = [] }: { labels?: readonly string[] | undefined }) =>
  labels.map((label) => (
    <Chip key={label} tone="accent" title="Label">
      <Name text={label} />
    </Chip>
  ));
