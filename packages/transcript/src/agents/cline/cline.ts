import type { AgentReader } from '../../agent.ts';
import { generic } from '../generic.ts';

export const cline: AgentReader = generic('cline');
