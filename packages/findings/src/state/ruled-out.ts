import type { FileKind } from '../file.ts';

/** What a person rules out in so many words, read clause by clause: “don't change anything, I only want a list”. */
export interface RuledOut {
  /** Nothing is to be changed: they want an answer. Holds until they speak again. */
  change?: true;
  /** Whether it may be committed, where they speak of that. */
  commit?: boolean;
  /** Nothing new from elsewhere: “no new dependencies”. */
  depend?: true;
  /** Files and folders that are to stay as they are. */
  paths?: string[];
  /** Files of a kind that are to stay as they are: “leave the tests alone”. */
  kinds?: FileKind[];
}

const most = { text: 4000, words: 40, paths: 12 };

/** A path, or the name of a file. */
const path =
  /^(?:[\w.@~*-]{1,80}\/[\w.@~*/-]{0,160}|[\w@-][\w.@-]{0,80}\.[A-Za-z][A-Za-z0-9]{0,7}|(?:Docker|Make|Just|Gem|Jenkins)file)$/;
const kindOf: Record<string, FileKind> = {
  tests: 'test',
  test: 'test',
  specs: 'test',
  migrations: 'migration',
  lockfile: 'lock',
};
/** Words between what is not to be done and what it is not to be done to. */
const filler = new Set(
  'anything any the that this these those my our a single files file code codebase source in under inside within below folder folders directory or and either also at all of existing itself themselves lines line suite'.split(
    ' ',
  ),
);
const everything = new Set('anything nothing files file code codebase source lines line'.split(' '));
/** What may stand behind “don't change anything”; “else” and “outside” speak of other things. */
const isEnd = (word: string): boolean =>
  /^(?:yet|for|now|please|here|just|only|until|i|we|this|today|though|so|-|–|—|\()?$/.test(word);

const leaves =
  /\b(?:do not|don['’]t|never|must not|mustn['’]t|should not|shouldn['’]t|without|not) (?:ever |even |you )?(?:touch|chang|modif|edit|alter|rewrit|tweak)\w{0,5}\b/i;
const spares = /\b(?:leave|keep)\b/i;
const avoids = /\b(?:hands off|stay away from|stay out of|keep away from|keep out of|keep your hands off)\b/i;
/** “config/prod.yml is off limits.” */
const isSpared =
  /^(?:(?:is|are) (?:off[- ]limits|frozen|untouchable|not to be (?:touch|chang|edit|modif))|(?:must|should|may|shall) ?not be (?:touch|chang|edit|modif)|(?:mustn|shouldn)['’]t be (?:touch|chang|edit|modif)|(?:must|should|has to|have to|needs to) (?:stay|remain|be left) (?:as|unchanged|untouched|the same|alone))/i;
const asItIs = /^(?:alone|untouched|unchanged|as|out|be)$/i;
/** “Don't edit it by hand” says how, and nothing of whether. */
const onlyHow = /^(?:by|manually|directly|without|unless|except|besides|other|else|outside|more|beyond)$/i;

const noChange =
  /\bno (?:code |file |source )?(?:changes|edits|modifications)(?: (?:please|yet|for now|at all|to (?:the )?(?:code|files|repo\w{0,6})))?\W{0,3}$|^\W{0,3}(?:this is )?(?:a |strictly )?read[- ]?only(?: (?:please|mode|task|review|analysis|for now|session|investigation))?\W{0,3}$|\b(?:analysis|review|investigation|research|discussion|planning) only\b|^\W{0,3}(?:please )?(?:only|just) look\b(?! (?:up|for|into (?:adding|making)))|\blook,? but do(?:n['’]t| not) touch\b|\bhands off (?:the |my |our )?(?:code|files|everything|repo\w{0,6})\b|\b(?:do not|don['’]t) (?:implement (?:anything|it|this|that)|fix anything|write (?:any )?code|code anything|change a thing)(?: yet| for now| please| here)?\W{0,3}$|\bchange nothing\b/i;
/** Somewhere else in the same text something is to be done. */
const orders =
  /^\W{0,3}(?:(?:please|then|and|also|just|now|ok|so|can you|could you|i want you to|let['’]s|go ahead and) ){0,3}(?:fix|add|implement|write|create|update|rename|replace|remove|refactor|move|put|make(?! (?:a|me a|the) (?:plan|list|proposal|suggestion|table|guess|sketch))|generate|apply|edit|change|delete|convert|migrate|bump|upgrade|port|build|clean|format|repair|correct|commit|push|deploy|round|optimi[sz]e|extract|split|simplify|rework|prepare|set)\b/i;

const noCommit =
  /\b(?:do not|don['’]t|never|no need to) (?:git )?commit(?: (?:it|this|that|anything|them|yet|the changes?|my changes?|any of (?:it|this)|for now|or push|and push|please|here|changes|myself))*\W{0,3}$|\bno commits?(?: yet| please| for now)?\W{0,3}$|\bleave (?:it|them|this|everything|the changes) (?:uncommitted|unstaged|staged)\b|\bwithout committing(?: (?:it|anything|them))?\W{0,3}$/i;
const speaksOfCommits = /\bcommit/i;

const noPackages =
  /\b(?:no|zero|without|avoid\w{0,3}|(?:do not|don['’]t|never) (?:add|install|use|introduce|pull in|bring in))(?: (?:any|an?|new|extra|additional|further|more|other|external|third[- ]party|npm|python|runtime|adding|installing|introducing)){0,4} (?:dependenc(?:y|ies)|deps?|packages?|libs?|librar(?:y|ies))\b(?! (?:on|between|from|of|injection|cycle|manager|name|lock|json|version|update|upgrade))|\b(?:do not|don['’]t|never) install (?:anything|any|new|more)\b/i;

export function ruledOutIn(
  text: string,
  clauses: readonly string[],
  isTold: (clause: string) => boolean,
): RuledOut {
  const out: RuledOut = {};
  const paths = new Set<string>();
  const kinds = new Set<FileKind>();
  let ordered = false;
  for (const clause of clauses) {
    if (isTold(clause)) continue;
    if (orders.test(clause)) ordered = true;
    if (noChange.test(clause)) out.change = true;
    if (noPackages.test(clause)) out.depend = true;
    if (noCommit.test(clause)) out.commit = false;
    else if (out.commit === undefined && speaksOfCommits.test(clause)) out.commit = true;
    const spared = sparedIn(clause);
    for (const one of spared.paths) if (paths.size < most.paths) paths.add(one);
    for (const one of spared.kinds) kinds.add(one);
    if (spared.isAll) out.change = true;
  }
  // “Add tests, no code changes” wants something changed all the same.
  if (ordered || text.length > most.text) delete out.change;
  if (paths.size > 0) out.paths = [...paths];
  if (kinds.size > 0) out.kinds = [...kinds];
  return out;
}

interface Spared {
  paths: string[];
  kinds: FileKind[];
  /** Everything is to stay as it is. */
  isAll: boolean;
}

/** What a clause says is to stay as it is. */
function sparedIn(clause: string): Spared {
  const leave = leaves.exec(clause);
  if (leave) return objectsOf(clause.slice(leave.index + leave[0].length), false);
  const avoid = avoids.exec(clause);
  if (avoid) return { ...objectsOf(clause.slice(avoid.index + avoid[0].length), false), isAll: false };
  const spare = spares.exec(clause);
  if (spare) return { ...objectsOf(clause.slice(spare.index + spare[0].length), true), isAll: false };
  return { ...subjectOf(clause), isAll: false };
}

const bare = (word: string): string => word.replace(/^["'`“‘(]{1,3}/, '').replace(/["'`”’),.;:!?]{1,4}$/, '');

/** The things that come next: “any file in `src/tax/` or src/vat.ts”. */
function objectsOf(rest: string, needsEnd: boolean): Spared {
  const found: Spared = { paths: [], kinds: [], isAll: false };
  let saysAll = false;
  let end = '';
  for (const word of rest.trim().split(/\s+/, most.words)) {
    const plain = bare(word);
    const kind = Object.hasOwn(kindOf, plain.toLowerCase()) ? kindOf[plain.toLowerCase()] : undefined;
    if (path.test(plain)) found.paths.push(plain);
    else if (kind) found.kinds.push(kind);
    else if (filler.has(plain.toLowerCase())) saysAll ||= everything.has(plain.toLowerCase());
    else if (plain !== '') {
      end = plain;
      break;
    }
  }
  const isMeant = needsEnd ? asItIs.test(end) : !onlyHow.test(end);
  const isKind = isMeant && (needsEnd || isEnd(end.toLowerCase()));
  return {
    paths: isMeant ? found.paths : [],
    kinds: isKind && found.paths.length === 0 ? found.kinds : [],
    isAll: saysAll && found.paths.length + found.kinds.length === 0 && isEnd(end.toLowerCase()),
  };
}

/** “config/prod.yml must not be changed.” */
function subjectOf(clause: string): Pick<Spared, 'paths' | 'kinds'> {
  const words = clause.trim().split(/\s+/, most.words);
  const at = words.findIndex((word) => path.test(bare(word)));
  const isMeant = at >= 0 && isSpared.test(words.slice(at + 1).join(' '));
  return { paths: isMeant ? [bare(words[at] ?? '')] : [], kinds: [] };
}

/** Whether a changed file lies where nothing was to be changed. A pattern of a shell counts where it reaches that far. */
export function isBelow(changed: string, spared: string): boolean {
  const ban = spared
    .replace(/^\.\//, '')
    .replace(/\/?\*{1,2}(?:\/\*)?$/, '')
    .replace(/\/$/, '');
  if (ban === '' || ban === '.') return false;
  const star = changed.indexOf('*');
  if (star < 0) {
    const whole = `/${changed}`;
    return whole.endsWith(`/${ban}`) || whole.includes(`/${ban}/`);
  }
  const folder = changed.slice(0, changed.lastIndexOf('/', star) + 1).replace(/^\.\//, '');
  if (`/${folder}`.includes(`/${ban}/`)) return true;
  if (!ban.startsWith(folder)) return false;
  const rest = ban.slice(folder.length);
  const [ofPattern, ofBan] = [/\.\w{1,8}$/.exec(changed)?.[0], /\.\w{1,8}$/.exec(ban)?.[0]];
  return (changed.includes('**') || !rest.includes('/')) && (ofBan === undefined || ofBan === ofPattern);
}
