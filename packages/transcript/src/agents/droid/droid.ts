import type { AgentReader } from '../../agent.ts';
import { generic } from '../generic.ts';

export const droid: AgentReader = generic('droid');
