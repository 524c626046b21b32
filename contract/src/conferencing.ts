import { z } from 'zod';
import { line } from './fields.ts';
import { conferencingKinds } from './providers.data.ts';

/** How video calls get their link: additions section 4. Part of the organization. */

export const conferencingKind = z.enum(conferencingKinds).meta({ id: 'ConferencingKind' });

const urlTemplate = z
  .string()
  .trim()
  .max(500)
  .refine(isTemplate, { message: 'Must be a web address with {room} once, after the host.' })
  .meta({ example: 'https://meet.example.org/{room}' });

const jitsi = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'Must be a web address.' })
    .max(500)
    .meta({ example: 'https://meet.example.org' }),
  appId: line(200).meta({ description: 'The `app_id` of its token authentication', example: 'daybook' }),
});

const zoom = z.object({
  accountId: line(200),
  clientId: line(200),
  user: line(320)
    .nullable()
    .meta({ description: 'The Zoom user, by address or id, who owns the meetings; null: of the app' }),
});

export const conferencing = z
  .object({
    kind: conferencingKind.meta({ description: 'What locations of type `VIDEO_CALL` use' }),
    urlTemplate: z
      .string()
      .nullable()
      .meta({ description: '`{room}` becomes a random name; null: the default of this server' }),
    defaultUrlTemplate: z.string().meta({ description: 'The default of this server' }),
    jitsi: jitsi.nullable().meta({ description: 'A server of your own that admits by token' }),
    zoom: zoom
      .nullable()
      .meta({ description: 'A server-to-server OAuth app; locations of type `ZOOM` use it, too' }),
  })
  .meta({ id: 'Conferencing', description: 'How video calls get their link; secrets are never shown' });

const secret = z.string().min(1).max(4000).optional().meta({ description: 'Left out, the stored one stays' });

export const conferencingChanges = z
  .object({
    kind: conferencingKind,
    urlTemplate: urlTemplate.nullable(),
    jitsi: jitsi.extend({ secret }).nullable(),
    zoom: zoom.partial({ user: true }).extend({ clientSecret: secret }).nullable(),
  })
  .partial()
  .meta({ id: 'ConferencingChanges' });

/** The room may not choose the host. */
function isTemplate(text: string): boolean {
  const [before = '', after, ...more] = text.split('{room}');
  if (after === undefined || more.length > 0 || !URL.canParse(before)) return false;
  const { protocol, hostname, origin, username, password } = new URL(before);
  const isWeb = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
  return isWeb && before.startsWith(`${origin}/`) && username === '' && password === '' && !/\s/.test(text);
}
