import type { AgentReader } from '../../agent.ts';
import { generic } from '../generic.ts';

export const kiroCli: AgentReader = generic('kiro-cli');
