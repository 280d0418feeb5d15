import type { CheckKind } from '../../check-kind.ts';

/** Words by which a clause names a kind of check. */
export const kinds: Record<CheckKind, RegExp> = {
  lint: /\b(?:\w{0,10}lint\w{0,6}|clippy|ruff|biome|rubocop|\w{2,10}check|vet|prettier|fmt|analy[sz]e\w?|credo|detekt|warnings? left)\b/i,
  types: /\b(?:type ?-?checks?|types|tsc|mypy|pyright|phpstan|psalm|svelte-check|vue-tsc)\b/i,
  build: /\b(?:builds?|built|compil\w{1,6}|bundles?)\b/i,
  tests: /\b(?:tests?|specs?|suites?|pytest|jest|vitest|examples)\b/i,
};
