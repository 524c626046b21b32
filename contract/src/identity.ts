import { z } from 'zod';
import { conferencing, conferencingChanges } from './conferencing.ts';
import { bare, createdWith, message, ok, paginated } from './envelopes.ts';
import {
  email,
  hexColor,
  imageTypes,
  instant,
  line,
  timestamp,
  timeZone,
  uuid,
  uuidParam,
  webOrigin,
} from './fields.ts';
import { aboutPictures } from './members.ts';
import { declareRoute } from './route.ts';
import { anyToken, requireScopes, scopes } from './scopes.ts';

/** Who is calling and what they may do: interface 4.1 and 5. */

export const scope = z.enum(scopes).meta({ id: 'Scope' });

export const apiToken = z
  .object({
    uuid,
    name: z.string(),
    prefix: z.string().meta({ description: 'The first 8 characters of the secret', example: 'dbk_8Qz1' }),
    scopes: z.array(scope),
    userEmail: email,
    createdBy: email.nullable().meta({
      description:
        'User who created it or last rotated its secret; null: the operator. It is revoked when they are deactivated',
    }),
    createdByToken: uuid.nullable().meta({
      description: 'The token used to create or rotate it, if any. It is revoked with that token',
    }),
    expiresAt: timestamp.nullable(),
    lastUsedAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'ApiToken' });

const retention = z
  .object({
    auditDays: z.int().min(1).max(3650).meta({ description: 'Entries of the audit log' }),
    mailDays: z.int().min(1).max(90).meta({ description: 'Mails' }),
    deliveryDays: z.int().min(1).max(30).meta({ description: 'Deliveries of webhooks, and what they sent' }),
    inviteeDays: z.int().min(1).max(3650).nullable().meta({
      description: 'Invitees, after the end of the event; null: forever. The event itself stays',
    }),
  })
  .meta({ id: 'Retention', description: 'Data retention in days' });

export const organization = z
  .object({
    uuid,
    name: z.string(),
    timezone: timeZone,
    logoUrl: z.url().nullable(),
    brandColor: z.string().nullable().meta({
      description: 'Used for new event types, and for pages and emails without their own color',
      example: '2563eb',
    }),
    crmEnabled: z.boolean(),
    requireSecondFactor: z
      .boolean()
      .meta({ description: 'Users without a second factor must set one up first' }),
    requireCalendarAnswer: z.boolean().meta({
      description:
        'If a host’s calendar doesn’t respond: true rejects bookings with that host and hides their times, false uses its events from the last 15 minutes',
    }),
    embedOrigins: z
      .array(z.string())
      .nullable()
      .meta({
        description: 'Sites that can embed its public pages; null: any, empty: none',
        example: ['https://juniper.example'],
      }),
    blockedAddresses: z.array(z.string()).meta({
      description:
        'Email addresses (including plus suffixes) and domains (including subdomains) whose bookings are rejected',
      example: ['spam.example', 'someone@elsewhere.example'],
    }),
    allowUnapprovedApps: z.boolean().meta({
      description:
        'Whether users can connect apps that no owner or admin approved. If false, such connections pause until someone approves the app',
    }),
    departingBookings: z.enum(['keep', 'handover', 'cancel']).meta({
      description:
        'What happens to the open bookings of users whom a directory deactivates by SCIM: `handover` reassigns those of a round robin to another of its hosts, the others stay',
    }),
    retention,
    conferencing,
    subscription: z.object({ status: z.enum(['active', 'inactive']), plan: z.string() }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Organization' });

export const whoami = declareRoute({
  method: 'GET',
  path: '/whoami',
  origin: 'interface',
  tag: 'Identity',
  summary: 'Identify the owner of the token',
  access: anyToken,
  returns: bare(z.object({ email })),
  examples: { returns: { email: 'mara@juniper.example' } },
});

const writeTokens = requireScopes('admin:full', 'tokens:write');
const tokenId = { uuid: uuidParam('Token') };
const secret = { token: z.string().meta({ description: 'The secret, shown once' }) };

export const listTokens = declareRoute({
  method: 'GET',
  path: '/tokens',
  origin: 'ours',
  tag: 'Tokens',
  summary: 'List API tokens',
  description: 'Your own; with `scope=all`, owners and admins see everyone’s. Revoked tokens are not listed.',
  access: writeTokens,
  query: { scope: z.enum(['all']).optional() },
  returns: paginated(apiToken),
  fails: { 403: 'Only owners and admins can do this.' },
});

export const newToken = z.object({
  name: line(100),
  scopes: z
    .array(scope)
    .min(1)
    .refine((list) => new Set(list).size === list.length, { message: 'Must not name a scope twice.' }),
  expiresAt: instant.nullish(),
  userEmail: email.optional(),
});

export const createToken = declareRoute({
  method: 'POST',
  path: '/tokens',
  origin: 'ours',
  tag: 'Tokens',
  summary: 'Create an API token',
  description:
    'In a session, this needs a sign-in within the last 15 minutes. A token can only grant scopes that it has, and the new token can’t outlive it: without `expiresAt`, both expire together. The user gets an email.',
  access: writeTokens,
  body: newToken,
  returns: createdWith(apiToken, secret),
  fails: { 403: 'Only owners and admins can do this.' },
  examples: {
    body: { name: 'Website', scopes: ['booking', 'timetable'], expiresAt: '2027-12-31T00:00:00Z' },
  },
});

export const rotateToken = declareRoute({
  method: 'POST',
  path: '/tokens/{uuid}/rotate',
  origin: 'ours',
  tag: 'Tokens',
  summary: 'Replace the secret of an API token',
  description:
    'The old secret stops working at once. Name, scopes and expiry stay. In a session, this needs a sign-in within the last 15 minutes; a token can replace its own secret, and that of tokens that do not outlive it. The user gets an email.',
  access: writeTokens,
  params: tokenId,
  returns: createdWith(apiToken, secret),
  fails: { 403: 'This token has a scope that you don’t have.', 404: 'Token not found.' },
});

export const revokeToken = declareRoute({
  method: 'DELETE',
  path: '/tokens/{uuid}',
  origin: 'ours',
  tag: 'Tokens',
  summary: 'Revoke an API token',
  description: 'Tokens that were created with it are revoked, too.',
  access: writeTokens,
  params: tokenId,
  returns: message('Token revoked.'),
  fails: { 404: 'Token not found.' },
});

export const readOrganization = declareRoute({
  method: 'GET',
  path: '/organization',
  origin: 'ours',
  tag: 'Organization',
  summary: 'Read the workspace',
  access: requireScopes('admin:full', 'users:read'),
  returns: ok('resource', organization),
});

export const organizationChanges = z
  .object({
    name: line(100),
    timezone: timeZone,
    brandColor: hexColor.nullable(),
    crmEnabled: z.boolean(),
    requireSecondFactor: z.boolean(),
    requireCalendarAnswer: z.boolean(),
    embedOrigins: z
      .array(webOrigin)
      .max(50)
      .refine((list) => new Set(list.filter(Boolean)).size === list.filter(Boolean).length, {
        message: 'Must not name a site twice.',
      })
      .nullable(),
    blockedAddresses: z
      .array(
        z
          .string()
          .trim()
          .toLowerCase()
          .max(254)
          .regex(/^([^\s@,;<>]+@)?([a-z0-9-]+\.)+[a-z0-9-]{2,}$/, 'Must be an email address or a domain.'),
      )
      .max(1000)
      .transform((list) => [...new Set(list)]),
    allowUnapprovedApps: z.boolean(),
    departingBookings: z.enum(['keep', 'handover', 'cancel']),
    retention: retention.partial().meta({ id: 'RetentionChanges' }),
    conferencing: conferencingChanges,
  })
  .partial();

export const updateOrganization = declareRoute({
  method: 'PATCH',
  path: '/organization',
  origin: 'ours',
  tag: 'Organization',
  summary: 'Change the workspace',
  description:
    'The subscription is read-only here; the operator sets it on the server. Omitted fields of `conferencing` stay as they are; secrets are accepted and never shown. Credentials that Zoom rejects are a 422.',
  access: requireScopes('admin:full'),
  may: 'admin',
  body: organizationChanges,
  returns: ok('resource', organization),
  examples: { body: { name: 'Juniper Studio', embedOrigins: ['https://juniper.example'] } },
});

export const setLogo = declareRoute({
  method: 'PUT',
  path: '/organization/logo',
  origin: 'ours',
  tag: 'Organization',
  summary: 'Set the logo of the workspace',
  description: `${aboutPictures} It is shown on public pages and in emails.`,
  access: requireScopes('admin:full'),
  takes: imageTypes,
  returns: ok('resource', organization),
  fails: { 403: 'Only owners and admins can do this.' },
});

export const deleteLogo = declareRoute({
  method: 'DELETE',
  path: '/organization/logo',
  origin: 'ours',
  tag: 'Organization',
  summary: 'Delete the logo of the workspace',
  access: requireScopes('admin:full'),
  returns: message('Logo deleted.'),
  fails: { 403: 'Only owners and admins can do this.', 404: 'Logo not found.' },
});
