import { writeFile } from 'node:fs/promises';
import { cliReference } from '../commands/reference.ts';

await writeFile(new URL('../../../../docs/cli.md', import.meta.url), cliReference());
