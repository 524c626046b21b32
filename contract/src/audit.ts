import { z } from 'zod';
import { ok, paginated, streamed } from './envelopes.ts';
import { instant, timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { anyToken, requireScopes } from './scopes.ts';

/** Who changed what: additions section 2. */

const objects = [
  'organization',
  'user',
  'team',
  'team_member',
  'invitation',
  'token',
  'app',
  'app_approval',
  'platform',
  'platform_workspace',
  'domain',
  'domain_key',
  'connected_app',
  'identity_provider',
  'scim_token',
  'scim_group',
  'session',
  'totp',
  'recovery_codes',
  'passkey',
  'schedule',
  'absence',
  'holidays',
  'calendar_feed',
  'resource',
  'poll',
  'event_type',
  'event_type_host',
  'question',
  'link',
  'calendar_connection',
  'webhook',
  'workflow',
  'routing_form',
  'agent',
  'do_not_call',
  'payment_account',
  'refund',
  'crm_object',
  'crm_attribute',
  'crm_option',
  'task',
  'file',
] as const;

const changes = ['created', 'updated', 'deleted', 'restored'] as const;

/** What is no change of a row, and is recorded all the same. */
const deeds = [
  'session.refused',
  'crm_object.exported',
  'audit_log.exported',
  'person.exported',
  'person.erased',
  'demo.cleared',
] as const;

export type AuditAction = (typeof deeds)[number];

/** Every action that the audit log knows. */
export const auditActions: readonly string[] = [
  ...objects.flatMap((object) => changes.map((change) => `${object}.${change}`)),
  ...deeds,
];

const values = z.record(z.string(), z.unknown()).nullable();

export const auditEntry = z
  .object({
    id: uuid,
    action: z.string().meta({ example: 'token.created' }),
    object: z.object({ type: z.string(), id: z.string() }),
    actor: z.object({
      kind: z
        .enum(['token', 'session', 'visitor', 'system'])
        .meta({ description: '`system`: the server itself, or a command of its operator' }),
      uuid: z.string().nullable().meta({ description: 'The user' }),
      email: z.string().nullable(),
      name: z.string().nullable().meta({ description: 'The user, or `SCIM token` and its name' }),
      app: z
        .string()
        .nullable()
        .meta({ description: 'The app or platform that acted for the user, or for itself if there is none' }),
      credential: uuid.nullable().meta({ description: 'The token or session that made the change' }),
      address: z.string().nullable().meta({ example: '203.0.113.7' }),
    }),
    before: values.meta({ description: 'Changed values before the change; secrets are omitted' }),
    after: values.meta({ description: 'Changed values after the change; secrets are omitted' }),
    createdAt: timestamp,
  })
  .meta({ id: 'AuditEntry' });

const filter = {
  actor: z.string().max(254).optional().meta({ description: 'The id or address of a user' }),
  action: z
    .string()
    .refine((name) => auditActions.includes(name), { message: 'Must be an action, such as token.created.' })
    .optional()
    .meta({ enum: auditActions }),
  object: z.string().max(100).optional().meta({ description: 'The id or the type of what was changed' }),
  since: instant.optional(),
  until: instant.optional(),
};

const audit = {
  method: 'GET',
  origin: 'ours',
  tag: 'Audit log',
  access: requireScopes('admin:full'),
  may: 'admin',
} as const;

export const listAuditLog = declareRoute({
  ...audit,
  path: '/audit-log',
  summary: 'List who changed what, latest first',
  description:
    'Every change to users, roles, tokens, sessions, event types, schedules, webhooks, objects, forms, agents and settings, every export, and every sign-in, including failed ones. Follow `nextPage`. How long entries are kept is a setting of the organization.',
  query: {
    ...filter,
    cursor: z.string().max(200).optional().meta({ description: 'Part of `nextPage`' }),
  },
  returns: paginated(auditEntry, { size: 'count', default: 50 }),
});

export const exportAuditLog = declareRoute({
  ...audit,
  path: '/audit-log/export',
  summary: 'Export the audit log as CSV',
  description: 'Oldest first. `before` and `after` are JSON.',
  query: filter,
  returns: streamed('text/csv'),
});

export const exportAuditLogAsJson = declareRoute({
  ...audit,
  path: '/audit-log/export.ndjson',
  summary: 'Export the audit log as NDJSON',
  description: 'Oldest first, an entry on each line.',
  query: filter,
  returns: streamed('application/x-ndjson'),
});

export const lastChange = z
  .object({
    changedBy: z
      .object({ uuid: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'The user; null if the server or a visitor made the change' }),
    changedAt: timestamp,
  })
  .meta({ id: 'LastChange' });

export const readLastChange = declareRoute({
  method: 'GET',
  path: '/last-changes/{uuid}',
  origin: 'ours',
  tag: 'Audit log',
  summary: 'Read who last changed something',
  description:
    'For any object of the audit log, by its ID, and for everyone in the workspace: a form names who saved before you. What was changed is in the audit log.',
  access: anyToken,
  params: { uuid: uuidParam('Change') },
  returns: ok('resource', lastChange),
  fails: { 404: 'Change not found.' },
});
