import { posixPath } from '@debrief/shell';

/** What kind of place a path is, so that deleting a build folder is not the same as deleting a home. */

export type Place = 'repository' | 'build' | 'temporary' | 'agent' | 'home' | 'system' | 'unknown';

export interface Surroundings {
  /** Where the session's repository lies; its folder when it has none. */
  root: string | undefined;
  /** Which agent it is: they differ in what a good call says. */
  agent?: string | undefined;
}

const temporary =
  /^(?:\/tmp|\/private\/tmp|\/var\/tmp|\/var\/folders|\/private\/var\/folders|\/dev\/shm)(?:\/|$)/;
const buildFolders = new Set([
  ...[
    'node_modules',
    'dist',
    'build',
    'out',
    'target',
    '.next',
    '.nuxt',
    '.turbo',
    '.cache',
    'coverage',
    '.nyc_output',
  ],
  ...[
    '__pycache__',
    '.pytest_cache',
    '.mypy_cache',
    '.ruff_cache',
    '.tox',
    '.venv',
    'venv',
    '.gradle',
    '.parcel-cache',
  ],
  ...[
    'bin',
    'obj',
    'vendor',
    'tmp',
    '.tmp',
    'logs',
    '.svelte-kit',
    '.angular',
    'DerivedData',
    'Pods',
    '.terraform',
  ],
  ...[
    'test-results',
    'playwright-report',
    '.playwright-mcp',
    '.docusaurus',
    '.astro',
    '.output',
    '.vercel',
    '.wrangler',
    '.expo',
    '.dart_tool',
    'zig-out',
    '.zig-cache',
    'zig-cache',
    '_site',
    '.jekyll-cache',
    '.rollup.cache',
    '.vite',
    '.serverless',
    '.aws-sam',
    'cdk.out',
    'elm-stuff',
    '.metals',
    '.bloop',
    '.stack-work',
    'cmake-build-debug',
    '.nx',
    '.hypothesis',
    '.ipynb_checkpoints',
    'site-packages',
    '.idea',
    '.vs',
    'storybook-static',
    '_build',
    'deps',
    '.eggs',
    'htmlcov',
  ],
]);
/** At the root of a repository these are what programs write; below it they may be anything. */
const leftBehind = new Set(['results', 'reports', 'artifacts', 'runs', 'screenshots', 'output', 'outputs']);
/** Written by people, wherever it lies. */
const isSource = /\.(?:sql|ts|tsx|js|jsx|py|go|rs|rb|java|kt|cs|php|swift|c|cc|cpp|h|hpp|ex|exs|scala)$/;
/** What agents keep for themselves: plans, to-do lists, their own memory. */
const agentFolders =
  /^~\/(?:\.(?:claude|codex|gemini|cursor|copilot|qwen|kiro|factory|kimi|grok|hermes|vibe|pi|amp)\/(?:plans|todos|tmp|projects|memory|memories|tasks|teams|session-state|sessions|logs|cache|worktrees|scratchpad|brain|jobs)|\.local\/(?:share|state)\/(?:opencode|crush|goose)|\.agents?\/(?:plans|scratch|memory))(?:\/|$)/;

/** What tools keep to save time, and make again. */
const caches =
  /^~\/(?:\.cache|Library\/Caches|\.npm|\.gradle\/(?:caches|daemon)|\.m2\/repository|\.cargo\/(?:registry|git)|go\/pkg|\.pnpm-store|\.local\/share\/pnpm|\.bun\/install\/cache|\.nuget\/packages|\.yarn\/(?:cache|berry)|\.rustup\/tmp|\.terraform\.d\/plugin-cache|Library\/Developer\/Xcode\/DerivedData|\.bundle\/cache|AppData\/Local\/(?:Temp|go-build|npm-cache|pnpm(?:-cache|-store)?|Yarn|pip|uv|NuGet|ms-playwright|golangci-lint|Microsoft\/(?:TypeScript|Windows\/INetCache)|[\w.-]{1,60}\/[Cc]ache)|AppData\/Roaming\/npm-cache|Downloads\/te?mp)(?:\/|$)/;

/** `path` from the root or from `~`; undefined when it could not be worked out. */
export function placeOf(given: string | undefined, around: Surroundings): Place {
  if (given === undefined) return 'unknown';
  const path = posix(given);
  const root = around.root === undefined ? undefined : repositoryOf(posix(around.root));
  if (temporary.test(path) || path.startsWith('$TMPDIR') || /\/AppData\/Local\/Temp(?:\/|$)/i.test(path))
    return 'temporary';
  const inside = insideOf(path, root);
  if (inside !== undefined) {
    const [first = '', ...rest] = inside.split('/');
    const isLeft = leftBehind.has(first) && !isSource.test(inside);
    return isLeft || [first, ...rest].some((part) => buildFolders.has(part)) ? 'build' : 'repository';
  }
  const fromHome = homeForm(path);
  if (agentFolders.test(fromHome)) return 'agent';
  if (caches.test(fromHome)) return 'build';
  if (isWorktreeOf(path, root)) return 'repository';
  return fromHome.startsWith('~') ? 'home' : 'system';
}

/** The path below the root, or undefined when it is not below; the root itself is `.`. */
export function insideOf(path: string, root: string | undefined): string | undefined {
  if (root === undefined) return undefined;
  if (path === root) return '.';
  if (path.startsWith(`${root}/`)) return path.slice(root.length + 1);
  // On Windows one folder has many spellings.
  return /^\/[a-z]\//.test(root) && path.toLowerCase().startsWith(`${root.toLowerCase()}/`)
    ? path.slice(root.length + 1)
    : undefined;
}

/** A session that was begun in `shop/src` works on `shop`. */
function repositoryOf(root: string): string {
  const parent = root.slice(0, root.lastIndexOf('/'));
  return parts.test(root) && homeForm(parent).split('/').length > 2 ? parent : root;
}

const parts = /\/(?:src|app|cmd|web|website|frontend|backend|server|client|docs|cli|ui|tests?)$/;

/** `/mnt/c/x` and `/cygdrive/c/x` are `/c/x`. */
const posix = (path: string): string =>
  posixPath(path)
    .replaceAll('\\', '/')
    .replace(/^\/(?:mnt|cygdrive)(?=\/[a-z]\/)/, '');

const home = /^(?:\/[a-z]\/Users\/[^/]+|\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/|$)/;

export const homeForm = (path: string): string => path.replace(home, '~');

/** Worktrees stand beside their repository or in a folder for them: `/src/app`, `/src/app-fix`, `/src/worktrees/app`. */
function isWorktreeOf(path: string, root: string | undefined): boolean {
  if (root === undefined) return false;
  const name = root.slice(root.lastIndexOf('/') + 1);
  const parent = root.slice(0, root.lastIndexOf('/'));
  if (name === '' || parent === '') return false;
  return (
    path.startsWith(`${parent}/${name}-`) ||
    path.startsWith(`${parent}/${name}.`) ||
    path.startsWith(`${parent}/${name}_`) ||
    (path.includes('worktree') &&
      path.split('/').some((part) => part === name || part.startsWith(`${name}-`)))
  );
}
