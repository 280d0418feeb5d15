import type { Act, Command, Deed, Edit } from '../acts/act.ts';
import type { Loss } from '../acts/deeds/deed.ts';

interface Stash {
  edits: Edit[];
  /** Where the session made it. */
  sequence?: number;
  /** Its content is in the working tree again. */
  isApplied: boolean;
  /** It could not be put back. */
  hasFailed: boolean;
  /** Files of it that were put back from copies. */
  copiedBack?: Set<string>;
  /** It is in the tree with marks of conflicts, and somebody has to resolve them. */
  isConflict?: boolean;
}

/** What a command that throws work away took with it, as far as the record tells. */
export interface Lost {
  /** The session's own edits that were in no commit. */
  own: Edit[];
  /** What `git status` had shown before the session changed anything. */
  others: string[];
  /** Shown as changed later, by whatever the session ran. */
  unclear: string[];
  /** The tree was known to be clean. */
  isNothing: boolean;
  stash?: Stash | 'unknown';
  /** Commits that only this machine had. */
  commits?: number;
}

/** A session that does more than this is judged by what it did first, or last. */
const max = { stashes: 50, made: 500, uncommitted: 500, launched: 100 };

/** The working tree through a session: what is in no commit, whose it is, and what the session made itself. */
export class WorkingTree {
  #uncommitted: Edit[] = [];
  #others = new Set<string>();
  #unclear = new Set<string>();
  #stashes: Stash[] = [];
  #made = new Set<string>();
  /** Files that were there before the session changed them. */
  #changed = new Set<string>();
  /** The last parts of paths that the session wrote. */
  #ownNames = new Set<string>();
  #launched: string[] = [];
  #seen = new Set<string>();
  #isClean = false;
  /** Commits that were there before the session and not on the remote. */
  #ahead = 0;
  #hasChanged = false;
  #addsAll = false;
  /** Programs that the session ran, by their names. */
  #ran = new Set<string>();
  #copied = new Set<string>();
  /** Copies of files as they were before anything was put away, by where they lie. */
  #copies = new Map<string, string>();
  /** Names that stood in commands which made something: a bucket, a namespace, a volume. */
  #created = new Set<string>();
  /** Branches that it pushed: what is on them since is its own. */
  #pushed = new Set<string>();
  /** Branches that git had called unmerged; nobody has looked at them since. */
  readonly #unmerged = new Set<string>();
  /** Servers that were there when somebody listed what runs, by their numbers. */
  readonly #servers = new Map<string, string>();
  /** Git had asked in whose name to commit. */
  isNameless = false;
  /** The last commit that was not pushed, by its name. */
  unpushed: string | undefined;

  follow(act: Act): void {
    switch (act.kind) {
      case 'edit':
        this.#edited(act);
        break;
      case 'commit':
        this.#uncommitted = [];
        this.#unclear.clear();
        if (this.#addsAll) this.#others.clear();
        this.#addsAll = false;
        this.unpushed = act.hash ?? this.unpushed;
        break;
      case 'command':
        if (act.line.startsWith('git ')) this.#git(act);
        else if (act.line.startsWith('cp ') && act.isOk !== false) this.#copy(act.line);
        if (looksAtBranches.test(act.line)) this.#unmerged.clear();
        if (this.#ran.size < max.made) this.#ran.add(act.line.slice(0, 80).toLowerCase());
        if (act.isOk !== false && creates.test(act.line) && this.#created.size < max.made)
          for (const word of act.line.split(/[\s/=]+/).slice(2, 30))
            if (word.length > 3) this.#created.add(word);
        break;
      case 'tree':
        this.#tree(act.dirty, act.isClean);
        this.#ahead = act.ahead ?? 0;
        break;
      case 'stash':
        this.#stash(act.what, act.hasFailed, act.isConflict === true, act.sequence);
        break;
      case 'unmerged':
        for (const branch of act.branches) if (this.#unmerged.size < max.made) this.#unmerged.add(branch);
        break;
      case 'wish':
        this.#unmerged.clear();
        break;
      case 'listed':
        for (const [id, name] of act.servers) if (this.#servers.size < max.made) this.#servers.set(id, name);
        break;
      case 'nameless':
        this.isNameless = true;
        break;
      case 'copied':
        this.#copied.add(nameOf(act.path));
        break;
      case 'made':
        for (const path of act.paths) this.#make(path);
        break;
      case 'launch':
        if (this.#launched.length < max.launched) this.#launched.push(act.program);
        break;
      case 'seen':
        if (!this.isMade([act.path]) && this.#seen.size < max.made) this.#seen.add(act.path);
        break;
      default:
    }
  }

  #git({ line, isOk }: Command): void {
    if (/^git add (?:.* )?(?:-A|--all|\.|-u)(?: |$)|^git commit (?:.* )?-\w*a/.test(line))
      this.#addsAll = true;
    if (/^git push\b/.test(line) && isOk !== false) {
      this.unpushed = undefined;
      this.#ahead = 0;
    }
    if (takesOtherSide.test(line)) this.#giveUp();
    else if (/^git (?:add|rm|checkout --theirs|restore --theirs|mergetool)\b/.test(line)) this.#resolve();
  }

  #edited(edit: Edit): void {
    // A copy that was made before is an older state.
    for (const [copy, of] of this.#copies) if (isSameFile(of, edit.path)) this.#copies.delete(copy);
    // Git never had what lies outside: notes, plans, settings of the person.
    if (!edit.isOutside && !edit.isTemporary) this.#uncommitted.push(edit);
    if (this.#uncommitted.length > max.uncommitted) this.#uncommitted.shift();
    this.#isClean = false;
    this.#hasChanged = true;
    if (!edit.isSoft) this.#resolve();
    if (edit.change === 'add') this.#make(edit.path);
    else if (!this.#made.has(edit.path) && this.#changed.size < max.made) this.#changed.add(edit.path);
    this.#ownNames.add(nameOf(edit.path));
  }

  #make(path: string): void {
    if (this.#made.size < max.made) this.#made.add(path);
    this.#ownNames.add(nameOf(path));
  }

  #tree(dirty: readonly string[], isClean: boolean): void {
    this.#isClean = isClean;
    if (isClean) {
      this.#uncommitted = [];
      this.#others.clear();
      this.#unclear.clear();
    }
    for (const path of dirty) {
      if (this.#ownNames.has(nameOf(path)) || this.#others.size + this.#unclear.size >= max.made) continue;
      if (!this.#hasChanged) this.#others.add(path);
      else if (!this.#others.has(path)) this.#unclear.add(path);
    }
  }

  /** `cp a /tmp/a`, then `git stash`, then `cp /tmp/a a`: what was put away is there again. */
  #copy(line: string): void {
    const [from, to, more] = line
      .split(' ')
      .slice(1)
      .filter((word) => !word.startsWith('-'));
    if (from === undefined || to === undefined || more !== undefined) return;
    const last = this.#stashes.at(-1);
    if (!last || last.isApplied) {
      if (this.#copies.size < max.made) this.#copies.set(to, from);
      return;
    }
    const file = this.#copies.get(from);
    if (file === undefined || !isSameFile(file, to)) return;
    last.copiedBack ??= new Set();
    last.copiedBack.add(to);
    const back = [...last.copiedBack];
    if (last.edits.every(({ path, isSoft }) => isSoft || back.some((one) => isSameFile(one, path))))
      Object.assign(last, { isApplied: true, hasFailed: false });
  }

  /** Whoever works on after a conflict has what was put back. */
  #resolve(): void {
    const last = this.#stashes.at(-1);
    if (last?.isConflict) Object.assign(last, { isConflict: false, hasFailed: false, isApplied: true });
  }

  /** The conflict was settled for the other side: what had been put away is in the stash alone. */
  #giveUp(): void {
    const last = this.#stashes.at(-1);
    if (last?.isConflict) Object.assign(last, { isConflict: false, hasFailed: true, isApplied: false });
  }

  #stash(what: 'push' | 'pop' | 'apply', hasFailed: boolean, isConflict: boolean, sequence: number): void {
    if (what === 'push') {
      if (hasFailed || this.#stashes.length >= max.stashes) return;
      this.#stashes.push({ edits: this.#uncommitted, sequence, isApplied: false, hasFailed: false });
      this.#uncommitted = [];
      return;
    }
    const last = this.#stashes.at(-1);
    if (!last) {
      // One from before the session: whether it is back is known from here on.
      if (what === 'apply' || hasFailed)
        this.#stashes.push({ edits: [], isApplied: !hasFailed, hasFailed, isConflict });
      return;
    }
    if (hasFailed) Object.assign(last, { hasFailed, isConflict });
    else {
      last.hasFailed = false;
      this.#uncommitted.push(...last.edits);
      last.isApplied = true;
      if (what === 'pop') this.#stashes.pop();
    }
  }

  /** Where work was put away that is not back at the end. */
  get leftStashes(): number[] {
    return this.#stashes.flatMap(({ isApplied, sequence }) =>
      isApplied || sequence === undefined ? [] : [sequence],
    );
  }

  /** What goes with it; asked before `discard`. */
  lost({ of, paths }: Loss): Lost {
    const none = { own: [], others: [], unclear: [], isNothing: false };
    if (of === 'stash') return { ...none, stash: this.#stashes.at(-1) ?? 'unknown' };
    if (of === 'stashes') {
      const kept = this.#stashes.filter(({ isApplied }) => !isApplied);
      return { ...none, stash: kept.at(-1) ?? 'unknown', own: kept.flatMap(({ edits }) => edits) };
    }
    const reaches = (path: string) =>
      of === 'all' || paths.length === 0 || paths.some((one) => covers(one, path));
    const own = this.#uncommitted.filter(
      ({ path, change, isSoft }) => !isSoft && reaches(path) && (of !== 'untracked' || change === 'add'),
    );
    if (of === 'untracked') {
      const foreign = paths.filter((path) => path !== '.' && !this.isMade([path]));
      const known = foreign.filter((path) => this.#others.has(path));
      return {
        ...none,
        own,
        others: known,
        unclear: paths.length === 0 ? ['files that it did not name'] : foreign,
        isNothing: foreign.length === 0 && paths.length > 0,
      };
    }
    return {
      ...(this.#ahead > 0 && { commits: this.#ahead }),
      own,
      others: [...this.#others].filter(reaches),
      unclear: [...this.#unclear].filter(reaches),
      isNothing: this.#isClean,
    };
  }

  /** It is gone. */
  discard({ of, paths }: Loss): void {
    if (of === 'stash') this.#stashes.pop();
    else if (of === 'stashes') this.#stashes = [];
    else {
      const stays = (path: string) => of === 'paths' && !paths.some((one) => covers(one, path));
      this.#uncommitted = this.#uncommitted.filter(
        ({ path, change }) => stays(path) || (of === 'untracked' && change !== 'add'),
      );
      // What had been put back from a stash is gone from the tree again; the entry is all there is of it.
      if (of === 'all') for (const one of this.#stashes) if (one.isApplied) one.isApplied = false;
      for (const set of [this.#others, this.#unclear])
        for (const path of set) if (!stays(path)) set.delete(path);
    }
  }

  /** The session made all of it: a folder in which it made something counts. */
  isMade(paths: readonly string[]): boolean {
    return (
      paths.length > 0 &&
      paths.every((path) => this.#hasMade(path.replace(/^\.\//, '').replace(/\/{1,2}\*?$/, '')))
    );
  }

  #hasMade(path: string): boolean {
    if (path === '' || path === '.') return false;
    const isLived = lived.test(path) || [...this.#changed].some((one) => covers(path, one));
    for (const one of this.#made) {
      if (one === path || one.endsWith(`/${path}`) || path.endsWith(`/${one}`) || path.startsWith(`${one}/`))
        return true;
      // A folder with a new file in it may be new itself, unless something else is known to have been there.
      if (!isLived && (covers(path, one) || isAbove(path, one))) return true;
    }
    return false;
  }

  /** Whether some of it was in no commit before the session changed anything: git cannot bring that back. */
  hasOthers(paths: readonly string[]): boolean {
    return [...this.#others].some((other) => {
      const file = other.replace(/\/$/, '/x');
      return paths.some((path) => covers(path, file) || isAbove(path.replace(/\/{1,2}\*?$/, ''), file));
    });
  }

  isCopied(path: string): boolean {
    return this.#copied.has(nameOf(path));
  }

  push(branches: readonly string[]): void {
    for (const branch of branches) this.#pushed.add(branch);
  }

  hasPushed(branch: string): boolean {
    return this.#pushed.has(branch);
  }

  /** Whether the session itself ran a program of that name: what it ends is its own. */
  hasRun(name: string): boolean {
    const plain = name.toLowerCase().replace(/\.exe$/, '');
    if (plain.length < 3) return false;
    for (const line of this.#ran)
      if (
        line.includes(plain) &&
        !/^(?:pkill|killall|taskkill|kill|kill-port|fuser|lsof|ps|pgrep|pidof|grep|netstat|ss|tasklist|get-process|curl)\b/.test(
          line,
        )
      )
        return true;
    return false;
  }

  /** Whether the session itself made what has that name, on whatever machine. */
  hasCreated(name: string): boolean {
    return this.#created.has(name);
  }

  /** Git would not delete it, and nothing was asked or looked at since. */
  wasUnmerged(branch: string): boolean {
    return this.#unmerged.has(branch);
  }

  /** The server behind what was ended, by the number that a list showed or by the port that it always has. */
  serverOf({ target, command }: Deed): string | undefined {
    const ofPort = Object.hasOwn(serversByPort, target) ? serversByPort[target] : undefined;
    if (ofPort !== undefined) return ofPort;
    for (const [id] of command.matchAll(/\b\d{2,8}\b/g)) {
      const server = this.#servers.get(id);
      if (server !== undefined) return server;
    }
    return undefined;
  }

  /** Whether it was there before anything of the session wrote it. */
  wasSeen(path: string): boolean {
    for (const one of this.#seen) if (isSameFile(one, path)) return true;
    return false;
  }

  /** Whether the session started a program of that name itself, or any at all; with a port, one that has it. */
  hasLaunched(name?: string, port?: string): boolean {
    if (name === undefined) return this.#launched.length > 0;
    const isOfPort = (one: string) =>
      port === undefined || one.includes(port) || !/\s-p\b|--publish|--port/.test(one);
    return this.#launched.some((one) => one.includes(name) && isOfPort(one));
  }
}

/** `kubectl create namespace tmp-1`, `aws s3 mb s3://scratch`, `docker volume create t`, `createdb t`. */
const creates =
  /^(?:docker|podman|nerdctl|kubectl|oc|helm|aws|gcloud|gsutil|az|doctl|hcloud|flyctl|fly|heroku|wrangler|firebase|supabase|railway|neonctl|psql|mysql|turso|pscale|eksctl|terraform|tofu|pulumi|gh|git|bq|redis-cli|createdb|kind|k3d|minikube|vault|consul|etcdctl)\b.{0,120}?\s(?:create(?:-[\w-]{1,30})?|mb|mk|new|launch|apps:create|start-instances|run-instances)\b|^(?:docker|podman|nerdctl|kubectl|oc) run\b|^helm install\b|^createdb\b/i;

/** What whoever is about to lose a branch looks at. */
const looksAtBranches =
  /^(?:git (?:log|cherry|diff|show|merge-base|rev-list|range-diff)|gh (?:pr|api)|glab mr)\b/;

/** Where servers are that hold data. */
const serversByPort: Readonly<Record<string, string>> = {
  ...{ '5432': 'postgres', '3306': 'mysql', '27017': 'mongo', '6379': 'redis', '1433': 'mssql' },
  ...{ '1521': 'oracle', '9200': 'elasticsearch', '9042': 'cassandra', '5672': 'rabbitmq', '9092': 'kafka' },
  ...{ '11211': 'memcached', '8123': 'clickhouse', '2375': 'docker', '22': 'ssh' },
};

/** While a stash is put back, ours is what the branch has. */
const takesOtherSide =
  /^git (?:(?:checkout|restore)\b.{0,80} ?--ours\b|(?:checkout|restore) (?:--source[= ])?(?:HEAD|ORIG_HEAD|main|master|origin\/\S{1,60})\b|reset (?:--hard|--merge)|merge-file .{0,80}--ours|checkout -f\b|restore (?:--staged --worktree|--worktree --staged|-SW|-WS)\b)/;

const nameOf = (path: string): string => path.slice(path.replace(/\/$/, '').lastIndexOf('/') + 1);

/** Folders that every project has. */
const lived =
  /(?:^|\/)(?:src|lib|app|apps|packages|test|tests|docs?|internal|pkg|cmd|server|client|components|config|public|\.github|\.git)$/;

/** `/home/x/shop/scratch` is above `scratch/a.ts`. */
function isAbove(path: string, file: string): boolean {
  if (file.startsWith('/') || file.startsWith('~')) return false;
  for (let at = file.indexOf('/'); at > 0; at = file.indexOf('/', at + 1))
    if (path.endsWith(`/${file.slice(0, at)}`)) return true;
  return false;
}

/** `src` covers `src/a.ts`, and `src/a.ts` covers `/home/x/shop/src/a.ts`. */
function covers(given: string, path: string): boolean {
  const one = given.replace(/^\.\//, '').replace(/\/{1,2}\*?$/, '');
  if (one === '' || one === '.' || one === '*') return true;
  return (
    path === one ||
    path.endsWith(`/${one}`) ||
    path.startsWith(`${one}/`) ||
    path.includes(`/${one}/`) ||
    one.endsWith(`/${path}`)
  );
}

export type DiscardDeed = Deed & { loss: Loss };

/** However it was written: from the root, or from where the command stood. */
const isSameFile = (one: string, other: string): boolean => {
  const [a, b] = [one.replace(/^\.\//, ''), other.replace(/^\.\//, '')];
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
};
