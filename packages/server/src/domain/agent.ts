import { type Agent, agentCatalog } from '@debrief/contract';

export const listAgents = (): { agents: Agent[] } => ({ agents: [...agentCatalog] });
