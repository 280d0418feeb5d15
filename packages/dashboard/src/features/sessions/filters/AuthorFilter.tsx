import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '../../../api/member.ts';
import { usePersonName } from '../../../ui/person/Person.tsx';
import { visibleText } from '../../../ui/text/visible.ts';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import { type FilterProps, withChosen } from './filter.ts';

/** Whose sessions. */
export function AuthorFilter(props: FilterProps) {
  const members = useQuery(membersQuery);
  const nameOf = usePersonName();
  const { author } = props.search;
  const ids = (members.data ?? []).filter(({ status }) => status === 'active').map(({ userId }) => userId);
  return (
    <ChoiceFilter
      {...props}
      label="Author"
      field="author"
      choices={[
        ['', 'Any author'],
        ['none', 'No author'],
        ...withChosen(ids, author === 'none' ? undefined : author).map(
          (id) => [id, visibleText(nameOf(id))] as const,
        ),
      ]}
    />
  );
}
