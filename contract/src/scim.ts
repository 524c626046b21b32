import { z } from 'zod';
import { createdWith, message, ok, paginated } from './envelopes.ts';
import { email, line, timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes, sessionAccess } from './scopes.ts';

/** Provisioning by a directory: additions section 6. What directories themselves call is `/scim/v2` (RFC 7644). */

export const scimToken = z
  .object({
    uuid,
    name: z.string(),
    prefix: z.string().meta({ description: 'The first characters of the secret', example: 'dbp_x7Kq' }),
    createdBy: email.nullable().meta({ description: 'Null once its creator was deactivated' }),
    lastUsedAt: timestamp.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'ScimToken' });

const admins = { origin: 'ours', tag: 'Provisioning', may: 'admin' } as const;
const manage = requireScopes('admin:full');

export const listScimTokens = declareRoute({
  ...admins,
  method: 'GET',
  path: '/scim-tokens',
  summary: 'List SCIM tokens',
  description:
    'Tokens by which a directory, such as Microsoft Entra ID or Okta, provisions users and groups.',
  access: manage,
  returns: paginated(scimToken),
});

export const newScimToken = z.object({ name: line(100) });

export const createScimToken = declareRoute({
  ...admins,
  method: 'POST',
  path: '/scim-tokens',
  summary: 'Create a SCIM token',
  description:
    'For `/scim/v2`, and for nothing else. It can change and deactivate every user, so it needs an owner who signed in within the last 15 minutes. The secret is shown once.',
  access: sessionAccess,
  body: newScimToken,
  returns: createdWith(scimToken, {
    token: z.string().meta({ description: 'The secret, shown once' }),
  }),
  fails: { 403: 'Only owners can do this.' },
  examples: { body: { name: 'Entra ID' } },
});

export const revokeScimToken = declareRoute({
  ...admins,
  method: 'DELETE',
  path: '/scim-tokens/{uuid}',
  summary: 'Revoke a SCIM token',
  description: 'It stops working at once. Users and groups stay as they are.',
  access: manage,
  params: { uuid: uuidParam('SCIM token') },
  returns: message('SCIM token revoked.'),
  fails: { 404: 'SCIM token not found.' },
});

const groupRole = z.enum(['admin', 'user']);

export const scimGroup = z
  .object({
    uuid,
    name: z.string().meta({ description: 'As the directory calls it' }),
    externalId: z.string().nullable(),
    memberCount: z.int(),
    team: z
      .object({ uuid, title: z.string() })
      .nullable()
      .meta({ description: 'The team that its members join' }),
    role: groupRole.nullable().meta({
      description: 'The role that its members get; of several groups, the highest. Owners keep theirs',
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'ScimGroup' });

export const listScimGroups = declareRoute({
  ...admins,
  method: 'GET',
  path: '/scim-groups',
  summary: 'List the groups of the directory',
  access: manage,
  returns: paginated(scimGroup),
});

export const scimGroupChanges = z.object({ teamUuid: uuid.nullable(), role: groupRole.nullable() }).partial();

export const updateScimGroup = declareRoute({
  ...admins,
  method: 'PATCH',
  path: '/scim-groups/{uuid}',
  summary: 'Choose what members of a group get',
  description:
    'The team and role apply to its present members at once. Those whom the group added to another team before leave it. In a session, giving the role admin needs a sign-in within the last 15 minutes.',
  access: manage,
  params: { uuid: uuidParam('Group') },
  body: scimGroupChanges,
  returns: ok('resource', scimGroup),
  fails: { 404: 'Group not found.' },
  examples: { body: { role: 'admin' } },
});
