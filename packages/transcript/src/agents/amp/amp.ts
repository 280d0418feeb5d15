import type { AgentReader } from '../../agent.ts';
import { generic } from '../generic.ts';

export const amp: AgentReader = generic('amp');
