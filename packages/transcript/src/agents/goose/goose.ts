import type { AgentReader } from '../../agent.ts';
import { generic } from '../generic.ts';

export const goose: AgentReader = generic('goose');
