import { type Static, Type } from 'typebox';

export const Health = Type.Object({
  status: Type.String({ description: '`ok`.' }),
  version: Type.String(),
  service: Type.String({ description: '`debrief`.' }),
  rebuild: Type.Optional(
    Type.Object(
      { percent: Type.Integer({ minimum: 0, maximum: 99 }) },
      {
        description:
          'Only while statistics, search and transcripts are derived anew from the events: how many percent of the sessions have theirs.',
      },
    ),
  ),
});
export type Health = Static<typeof Health>;

export const ClientConfig = Type.Object({
  idpUserPoolId: Type.String(),
  idpClientId: Type.String(),
  apiUrl: Type.String(),
  idpRegion: Type.String(),
  idpDomain: Type.String(),
});
export type ClientConfig = Static<typeof ClientConfig>;

export const ErrorBody = Type.Object({
  error: Type.String({ description: 'One English sentence, safe to show.' }),
  code: Type.String({ description: 'Stable, lower snake_case.' }),
});
