import { useQuery } from '@tanstack/react-query';
import { useAgentName } from '../../../api/agent.ts';
import { installationsQuery } from '../../../api/installation.ts';
import { visibleText } from '../../../ui/text/visible.ts';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import { type FilterProps, withChosen } from './filter.ts';

export function AgentFilter(props: FilterProps) {
  const installations = useQuery(installationsQuery);
  const agentName = useAgentName();
  const agents = [...new Set(installations.data?.map((one) => one.agentId))].sort();
  return (
    <ChoiceFilter
      {...props}
      label="Agent"
      field="agent"
      choices={[
        ['', 'Any agent'],
        ...withChosen(agents, props.search.agent).map((id) => [id, visibleText(agentName(id))] as const),
      ]}
    />
  );
}
