import { z } from 'zod';
import { created, ok, paginated, upserted } from './envelopes.ts';
import { line, timestamp, timeZone, uuid, uuidParam } from './fields.ts';
import { newUser, userId, workspaceUser } from './members.ts';
import { declareRoute } from './route.ts';
import { platformAccess } from './scopes.ts';

/** For products that have scheduling built in: additions section 6. They act for users by token exchange at `/oauth/token`. */

const externalId = z
  .string()
  .regex(/^[!-~]{1,200}$/, 'Must have 1 to 200 letters, digits or signs, without spaces.')
  .meta({ description: 'Your own ID', example: 'customer-4711' });

export const platformWorkspace = z
  .object({
    uuid,
    externalId,
    name: z.string(),
    timezone: timeZone,
    isSuspended: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: 'PlatformWorkspace' });

export const platformUser = workspaceUser.extend({ externalId }).meta({ id: 'PlatformUser' });

const platformNewUser = newUser.omit({ password: true }).extend({ externalId });

export const newPlatformWorkspace = z.object({
  externalId,
  name: line(100),
  timezone: timeZone.default('UTC'),
  owner: platformNewUser.omit({ role: true }).meta({ description: 'Its first user, who is its owner' }),
});

export const newPlatformUser = platformNewUser;

export const embedAreas = ['availability', 'calendars', 'pages'] as const;

const platforms = { origin: 'ours', tag: 'Platform', access: platformAccess } as const;
const workspaceId = { workspaceUuid: uuidParam('Workspace') };
const userOfWorkspace = { ...workspaceId, ...userId };
const workspaceNotFound = { 404: 'Workspace not found.' } as const;
const userNotFound = { 404: 'User not found.' } as const;
const byExternalId = { externalId: externalId.optional().meta({ description: 'Only the one with this ID' }) };

export const listPlatformWorkspaces = declareRoute({
  ...platforms,
  method: 'GET',
  path: '/platform/workspaces',
  summary: 'List the workspaces of your platform',
  description: 'Those that your app created, and no others.',
  query: byExternalId,
  returns: paginated(platformWorkspace),
});

export const createPlatformWorkspace = declareRoute({
  ...platforms,
  method: 'POST',
  path: '/platform/workspaces',
  summary: 'Create a workspace with its owner',
  description:
    'Its booking pages and emails don’t name Daybook. An `externalId` is used once: repeating the request returns the existing workspace with 200, and another owner for it is a 409.',
  body: newPlatformWorkspace,
  returns: upserted('resource', platformWorkspace),
  fails: { 409: 'Another workspace has this external ID.' },
  examples: {
    body: {
      externalId: 'customer-4711',
      name: 'Sorrel Dental',
      timezone: 'Europe/Berlin',
      owner: {
        externalId: 'user-1',
        email: 'olga@sorrel.example',
        firstName: 'Olga',
        lastName: 'Sorrel',
        timezone: 'Europe/Berlin',
      },
    },
  },
});

export const readPlatformWorkspace = declareRoute({
  ...platforms,
  method: 'GET',
  path: '/platform/workspaces/{workspaceUuid}',
  summary: 'Read a workspace of your platform',
  params: workspaceId,
  returns: ok('resource', platformWorkspace),
  fails: workspaceNotFound,
});

export const updatePlatformWorkspace = declareRoute({
  ...platforms,
  method: 'PATCH',
  path: '/platform/workspaces/{workspaceUuid}',
  summary: 'Suspend or resume a workspace',
  description:
    'While a workspace is suspended, no one can sign in to it, act in it or book in it, and its tokens and embedded settings stop working at once. Everything is kept.',
  params: workspaceId,
  body: z.object({ isSuspended: z.boolean() }),
  returns: ok('resource', platformWorkspace),
  fails: workspaceNotFound,
  examples: { body: { isSuspended: true } },
});

export const listPlatformUsers = declareRoute({
  ...platforms,
  method: 'GET',
  path: '/platform/workspaces/{workspaceUuid}/users',
  summary: 'List the users that your platform created in a workspace',
  params: workspaceId,
  query: byExternalId,
  returns: paginated(platformUser),
  fails: workspaceNotFound,
});

export const createPlatformUser = declareRoute({
  ...platforms,
  method: 'POST',
  path: '/platform/workspaces/{workspaceUuid}/users',
  summary: 'Create a user in a workspace',
  description:
    'No email is sent, and the user has no password. An `externalId` is used once in a workspace: repeating the request returns the existing user with 200, and another `email` for it is a 409.',
  params: workspaceId,
  body: newPlatformUser,
  returns: upserted('resource', platformUser),
  fails: { ...workspaceNotFound, 409: 'Another user has this external ID.' },
  examples: {
    body: { externalId: 'user-2', email: 'piet@sorrel.example', firstName: 'Piet', lastName: 'Sorrel' },
  },
});

export const readPlatformUser = declareRoute({
  ...platforms,
  method: 'GET',
  path: '/platform/workspaces/{workspaceUuid}/users/{uuid}',
  summary: 'Read a user that your platform created',
  params: userOfWorkspace,
  returns: ok('resource', platformUser),
  fails: userNotFound,
});

export const updatePlatformUser = declareRoute({
  ...platforms,
  method: 'PATCH',
  path: '/platform/workspaces/{workspaceUuid}/users/{uuid}',
  summary: 'Deactivate a user, or activate one again',
  description:
    'Deactivating ends the user’s tokens, sessions and embedded settings at once. A workspace keeps at least one active owner. To change anything else, act for an owner by token exchange.',
  params: userOfWorkspace,
  body: z.object({ isActive: z.boolean() }),
  returns: ok('resource', platformUser),
  fails: { ...userNotFound, 409: 'A workspace needs at least one active owner.' },
  examples: { body: { isActive: false } },
});

export const createEmbedLink = declareRoute({
  ...platforms,
  method: 'POST',
  path: '/platform/workspaces/{workspaceUuid}/users/{uuid}/embed-links',
  summary: 'Create a link that shows settings in a frame',
  description:
    'Use it as the `src` of an `iframe` on a site that the operator allowed for your platform. It opens once, within a minute, and what it shows works for 30 minutes as this user, limited to the area.',
  params: userOfWorkspace,
  body: z.object({ area: z.enum(embedAreas) }),
  returns: created('resource', z.object({ url: z.url(), expiresAt: timestamp }).meta({ id: 'EmbedLink' })),
  fails: {
    ...userNotFound,
    403: 'Your app needs the scopes of this area.',
    409: 'The workspace is suspended, or the user isn’t active.',
  },
  examples: { body: { area: 'availability' } },
});
