import { type Client, createClient, DebriefError } from '@debrief/contract';
import type { LessonWords } from '@debrief/lessons';
import { serverAddress } from '../../address.ts';
import { exitCodes, Failure } from '../../failure.ts';
import { type Home, homeOf } from '../../home.ts';
import { lessonsOf } from '../../lessons/answer.ts';
import { repositoryName } from '../../recorder/lessons/repository-name.ts';
import { createFetch } from '../../recorder/send/http.ts';
import { NotConnected, readSecret, readSettings } from '../../settings.ts';
import { memberToken, readMemberToken } from '../../sign-in/member-token.ts';

/** The adopted lessons of a repository: by a token (in CI), as the person who is signed in, or as this machine. */
export async function askLessons(
  root: string,
  given: string | undefined,
  home: Home = homeOf(),
): Promise<LessonWords[]> {
  const fetch = createFetch();
  const token = process.env.DEBRIEF_TOKEN?.trim();
  const address = (given ?? process.env.DEBRIEF_SERVER)?.trim();
  if (token && address) {
    // Whoever writes http:// into their CI means it.
    const client = createClient({ baseUrl: serverAddress(address, true), credential: () => token, fetch });
    return asMember(client, await nameOr(root, undefined));
  }
  const settings = await readSettings(home);
  if (await readMemberToken(home)) {
    const { server, accessToken } = await memberToken(home, fetch);
    const client = createClient({ baseUrl: server, credential: () => accessToken, fetch });
    return asMember(
      client,
      await nameOr(root, settings?.server === server ? settings.environmentId : undefined),
    );
  }
  if (!settings) throw new NotConnected();
  const client = createClient({ baseUrl: settings.server, credential: () => readSecret(home), fetch });
  const repository = await nameOr(root, settings.environmentId);
  const { environmentId } = settings;
  const answer = await client.getMachineLessons({ environmentId, repository }).catch((error: unknown) => {
    if (!(error instanceof DebriefError) || error.code !== 'repository_not_found') throw error;
    throw new Failure(
      'No session of this machine was recorded in this repository yet. Begin one here first, or sign in with "debrief login".',
    );
  });
  return lessonsOf(answer);
}

async function nameOr(root: string, environmentId: string | undefined): Promise<string> {
  const name = await repositoryName(root, environmentId);
  if (name === undefined)
    throw new Failure('This repository has no remote by which the server could know it.', exitCodes.usage);
  return name;
}

const asMember = async (client: Client, repository: string): Promise<LessonWords[]> =>
  lessonsOf(await client.listLessons({ repository, state: 'adopted' }));
