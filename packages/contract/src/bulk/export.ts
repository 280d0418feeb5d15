import { type Static, Type } from 'typebox';
import { SessionEvent } from '../event.ts';
import { choice, id, several } from '../field.ts';
import { CheckedClaim, Finding } from '../findings/finding.ts';
import { SessionLinks } from '../link/link.ts';
import { TranscriptEntry } from '../reading/entry.ts';
import { SessionReviewDetail } from '../review/review.ts';
import { Thread } from '../review/thread.ts';
import { closed } from '../route.ts';
import { Session, sessionFilterFields } from '../session.ts';

export const exportParts = ['events', 'entries', 'findings', 'links', 'reviews'] as const;
export type ExportPart = (typeof exportParts)[number];

export const ExportOrganization = Type.Object({
  ...sessionFilterFields,
  include: Type.Optional(
    several(choice(exportParts), 'Repeatable: only these beside the sessions. Default: all of them.'),
  ),
});
export type ExportOrganization = Static<typeof ExportOrganization>;

const count = Type.Integer({ minimum: 0 });
const sessionId = id('`ses_…`');

/** The lines of an export, by their `kind`. */
export const exportLines = closed({
  session: Type.Object({ kind: Type.Literal('session'), session: Session }),
  events: Type.Object({ kind: Type.Literal('events'), sessionId, events: Type.Array(SessionEvent) }),
  entries: Type.Object({
    kind: Type.Literal('entries'),
    sessionId,
    lane: count,
    from: count,
    entries: Type.Array(TranscriptEntry),
  }),
  findings: Type.Object({
    kind: Type.Literal('findings'),
    sessionId,
    findings: Type.Array(Finding),
    claims: Type.Array(CheckedClaim),
  }),
  links: Type.Object({ kind: Type.Literal('links'), sessionId, ...SessionLinks.properties }),
  review: Type.Object({ kind: Type.Literal('review'), sessionId, review: SessionReviewDetail }),
  threads: Type.Object({ kind: Type.Literal('threads'), sessionId, threads: Type.Array(Thread) }),
  end: Type.Object({ kind: Type.Literal('end'), sessionId, cursor: Type.String() }),
  gone: Type.Object({ kind: Type.Literal('gone'), sessionId, cursor: Type.String() }),
  complete: Type.Object({ kind: Type.Literal('complete'), sessions: count }),
});
export type ExportLines = { [Kind in keyof typeof exportLines]: Static<(typeof exportLines)[Kind]> };

export const Export = Type.String({
  description:
    'Lines of JSON, each with a `kind`, newest session first. Of each session: `session`, then `events` and `entries` ' +
    '(some at a time, in order), `findings` (with claims), `links`, `review` and `threads`, then `end` with a `cursor`. ' +
    '`gone` stands in place of `end` where the session was deleted or held meanwhile: forget its lines. The last line is ' +
    '`complete`; where it is missing, ask again with the last `cursor` and the same filter. Sessions that the caller may ' +
    'not read are left out.',
});
