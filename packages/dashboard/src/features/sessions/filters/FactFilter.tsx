import type { SessionFact } from '@debrief/contract';
import { Button } from '@mantine/core';
import { factsOf, factsText, sessionFacts } from '../sessions-search.ts';
import type { FilterProps } from './filter.ts';

const labels: Record<SessionFact, string> = {
  errors: 'Has errors',
  denials: 'Has denials',
  edits: 'Has edits',
};

/** Only sessions with some of each fact that is on. */
export function FactFilter({ search, change }: FilterProps) {
  const on = factsOf(search.has);
  return (
    <Button.Group>
      {sessionFacts.map((fact) => (
        <Button
          key={fact}
          size="xs"
          fw={400}
          variant={on.includes(fact) ? 'light' : 'default'}
          aria-pressed={on.includes(fact)}
          onClick={() =>
            change({
              has: factsText(
                sessionFacts.filter((one) => (one === fact ? !on.includes(one) : on.includes(one))),
              ),
            })
          }
        >
          {labels[fact]}
        </Button>
      ))}
    </Button.Group>
  );
}
