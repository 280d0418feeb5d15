import { type Static, Type } from 'typebox';
import { choice, id, nextCursor, text, timestamp } from './field.ts';
import { limits } from './limits.ts';
import { Session, sessionFilterFields } from './session.ts';

export const searchPage = { max: 50, default: 20 } as const;

export const SearchOrder = choice(
  ['relevance', 'recent', 'exact'],
  'Default `relevance`: titles, prompts, comments and paths before replies, rare words before common ones; pages may shift while sessions grow. `recent`: newest session first. `exact`: the words in this very order, newest session first.',
);
export type SearchOrder = Static<typeof SearchOrder>;

export const SearchSessions = Type.Object({
  q: text(limits.searchText, {
    min: 1,
    description:
      'Words; "in quotes" in this order; the last may be a beginning. By relevance a session needs most of them anywhere, else all together in one place.',
  }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `Default ${searchPage.default}; more than ${searchPage.max} is clamped.`,
    }),
  ),
  order: Type.Optional(SearchOrder),
  ...sessionFilterFields,
});
export type SearchSessions = Static<typeof SearchSessions>;

export const SnippetKind = choice(['title', 'prompt', 'reply', 'command', 'file', 'comment', 'other']);
export type SnippetKind = Static<typeof SnippetKind>;

export const Snippet = Type.Object({
  sequence: Type.Integer({
    minimum: 0,
    description: 'Of the event it is from, or that it is about; 0 for the title.',
  }),
  kind: SnippetKind,
  threadId: Type.Optional(id('With `comment`: `thr_…` that it stands in.')),
  text: Type.String({ description: 'Plain text; … where something was left out.' }),
  matches: Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }), {
    description: 'Start and end of each match in `text`, in UTF-16 units.',
  }),
});
export type Snippet = Static<typeof Snippet>;

/** Extension: full-text search. */
export const SearchPage = Type.Object({
  hits: Type.Array(Type.Object({ session: Session, snippets: Type.Array(Snippet) })),
  nextCursor,
});
export type SearchPage = Static<typeof SearchPage>;

const viewFields = {
  name: text(limits.displayName, { min: 1 }),
  search: text(limits.viewSearch, {
    min: 1,
    description:
      "The filters as they stand in the address of the dashboard's page, without the question mark.",
  }),
};

const ViewPage = choice(['sessions', 'today'], 'The page whose filters they are: the list, or Today.');
const team = 'The team has it, and every member sees it.';

/** Extension: filters that a member, or the team, comes back to. Nobody else sees one's own. */
export const View = Type.Object({
  viewId: id('`viw_…`'),
  name: Type.String(),
  search: Type.String(),
  page: ViewPage,
  team: Type.Boolean({ description: team }),
  savedBy: Type.Optional(id('Of the team: `usr_…` who saved it.')),
  createdAt: timestamp,
});
export type View = Static<typeof View>;

export const ViewList = Type.Object({ views: Type.Array(View) });
export type ViewList = Static<typeof ViewList>;

export const SaveView = Type.Object({
  ...viewFields,
  page: Type.Optional({ ...ViewPage, description: 'Default `sessions`.' }),
  team: Type.Optional(Type.Boolean({ description: `Default false. ${team}` })),
});
export type SaveView = Static<typeof SaveView>;
