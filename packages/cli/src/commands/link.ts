import { resolve } from 'node:path';
import { exitCodes, Failure } from '../failure.ts';
import { homeOf } from '../home.ts';
import { installMarker, markerIn, removeMarker } from '../marker/install.ts';
import type { MarkerKind } from '../marker/script.ts';
import { canonical } from '../pause.ts';
import { repositoryOf } from '../repository.ts';
import { changeSettings, commitFactsWanted, NotConnected, readSettings, type Settings } from '../settings.ts';
import { say, sayJson, tilde } from '../terminal.ts';

export interface LinkOptions {
  repo: string;
  trailer?: boolean;
  notes?: boolean;
  off?: boolean;
  /** Undefined: nothing was said about facts. */
  facts?: boolean;
  everywhere?: boolean;
  json?: boolean;
}

/** How commits of a repository are linked with sessions: by facts, which is the default, and by markers for who asks. */
export async function link(options: LinkOptions): Promise<void> {
  const home = homeOf();
  if (!(await readSettings(home))) throw new NotConnected();
  const chosen = [options.trailer, options.notes, options.off].filter(Boolean).length;
  if (chosen > 1) throw new Failure('Choose one of --trailer, --notes and --off.', exitCodes.usage);
  if (options.everywhere && options.facts === undefined) {
    throw new Failure('--everywhere goes with --facts or --no-facts.', exitCodes.usage);
  }
  const root = options.everywhere ? undefined : rootOf(options.repo);
  if (options.facts !== undefined) await changeFacts(root, options.facts);
  if (root !== undefined) {
    const kind: MarkerKind | undefined = options.trailer ? 'trailer' : options.notes ? 'notes' : undefined;
    if (kind) {
      await installMarker(home, root, kind);
      await changeSettings(home, (settings) => ({
        ...settings,
        markers: { ...settings.markers, [root]: kind },
      }));
    } else if (options.off) {
      await removeMarker(root);
      await changeSettings(home, (settings) => ({ ...settings, markers: without(settings.markers, root) }));
    }
  }
  const settings = await readSettings(home);
  if (settings) await show(settings, root, options.json === true);
}

function rootOf(repo: string): string {
  const root = repositoryOf(resolve(repo));
  if (root === undefined) throw new Failure(`"${repo}" is in no git repository.`, exitCodes.usage);
  return canonical(root);
}

function without(markers: Settings['markers'], root: string): NonNullable<Settings['markers']> {
  const { [root]: _, ...rest } = markers ?? {};
  return rest;
}

async function changeFacts(root: string | undefined, wanted: boolean): Promise<void> {
  await changeSettings(homeOf(), (settings) => {
    if (root === undefined) return { ...settings, commitFacts: wanted };
    const others = (settings.noCommitFacts ?? []).filter((one) => one !== root);
    return { ...settings, noCommitFacts: wanted ? others : [...others, root] };
  });
}

async function show(settings: Settings, root: string | undefined, asJson: boolean): Promise<void> {
  const facts = root === undefined ? settings.commitFacts !== false : commitFactsWanted(settings, root);
  const marker = root === undefined ? undefined : await markerIn(root);
  if (asJson) return sayJson({ repository: root ?? null, facts, marker: marker ?? null });
  if (root === undefined) {
    return say(facts ? 'The server is told facts of commits.' : 'The server is told nothing about commits.');
  }
  say(`${tilde(root)}`);
  say(
    facts
      ? '  facts    on: hashes, counts and times of commits are told, no code and no names (debrief preview shows them)'
      : '  facts    off: the server is told nothing about commits here',
  );
  const words = {
    trailer: 'trailer: commits name the sessions in use here, as "Debrief-Session: ses_…"',
    notes: 'notes: sessions in use here are named in refs/notes/debrief',
  };
  say(`  markers  ${marker ? words[marker] : 'off: nothing is written into the repository'}`);
  if (!marker && settings.markers?.[root]) {
    say('           They were on, but another program has replaced the hooks. Run the command again.');
  }
}
