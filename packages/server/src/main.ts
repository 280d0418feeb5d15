#!/usr/bin/env node
import { applyMemorySettings } from './memory-settings.ts';

/** The only reader of the environment. What runs is in command-line.ts, once the settings of memory are in force. */

applyMemorySettings(process.env);
const { main } = await import('./command-line.ts');
await main(process.env);
