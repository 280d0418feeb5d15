import { DebriefError, lessonTextFault } from '@debrief/contract';
import type { Context } from '../context.ts';
import { normaliseRemote } from '../link/repository-key.ts';
import { refuseSecrets } from '../review/secret-words.ts';
import { readCheck } from './check.ts';
import type { LessonContent } from './ports.ts';

export interface WantedContent {
  text: string;
  repository?: string;
  paths?: string[];
  agents?: string[];
  check?: string;
  reason?: string;
  asIs?: boolean;
}

/** As sessions name it: a remote in one form, a folder of a machine as it is. */
export const repositoryName = (given: string): string =>
  given.startsWith('env_') ? given : (normaliseRemote(given) ?? given);

const refuse = (name: string, text: string): void => {
  const fault = lessonTextFault(text);
  if (fault !== undefined) throw new DebriefError('validation_error', `${name}: ${fault}`);
};

/** What a lesson says, in order; throws for what no agent should read. */
export function contentFrom(context: Context, wanted: WantedContent): LessonContent {
  const { text, repository, paths = [], agents = [], check } = wanted;
  refuse('text', text);
  const said = [text, wanted.reason ?? '', check ?? ''];
  refuseSecrets(context, { body: said.join('\n'), asIs: wanted.asIs });
  return {
    text,
    repository: repository === undefined ? null : repositoryName(repository),
    paths,
    agents,
    check: check === undefined ? null : readCheck(check, 'check'),
  };
}
