import { useNavigate } from '@tanstack/react-router';
import type { SessionsSearch } from '../sessions-search.ts';

/** Parts of the address that become others; undefined takes one out. */
export type SearchChange = { [K in keyof SessionsSearch]: SessionsSearch[K] | undefined };

/** What every filter gets: where it stands, and the way to change it. */
export interface FilterProps {
  search: SessionsSearch;
  change(part: SearchChange): void;
}

/** The filters stand in the address: a link to this page is a link to what is shown. */
export function useChangeSearch(): (part: SearchChange) => void {
  const navigate = useNavigate();
  return (part) =>
    void navigate({
      to: '/sessions',
      search: (old) =>
        Object.fromEntries(
          Object.entries({ ...old, ...part }).filter(([, value]) => value !== undefined && value !== ''),
        ),
      replace: true,
    });
}
