import type { AgentReader } from '../../agent.ts';
import { generic } from '../generic.ts';

export const kimiCode: AgentReader = generic('kimi-code');
