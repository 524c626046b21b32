import { z } from 'zod';
import { created, message, messageWith, ok, okWith, paginated } from './envelopes.ts';
import {
  email,
  eventId,
  idParam,
  imageTypes,
  integerIdPattern,
  language,
  line,
  optionalLine,
  rule,
  slug,
  timestamp,
  timeZone,
  uuid,
  uuidParam,
} from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Users, teams and memberships: interface 2.6, 2.7 and 4.2. */

export const role = z.enum(['owner', 'admin', 'user']);
export const teamRole = z.enum(['member', 'manager']);

export const workspaceUser = z
  .object({
    uuid: z.string().meta({ example: 'K3V9QX0T7ZB2M5A' }),
    isActive: z.boolean(),
    email,
    firstName: z.string(),
    lastName: z.string(),
    name: z.string(),
    slug,
    language,
    url: z.url(),
    avatarUrl: z.url().nullable(),
    timezone: timeZone,
    role,
    teams: z.array(z.object({ uuid, title: z.string(), slug, url: z.url() })),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'WorkspaceUser' });

export const team = z
  .object({
    uuid,
    title: z.string(),
    slug,
    url: z.url(),
    avatarUrl: z.url().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Team' });

export const teamMembership = z
  .object({
    id: z.int(),
    role: teamRole,
    user: z.object({ uuid: z.string(), firstName: z.string(), lastName: z.string(), email, slug }),
    team: z.object({ uuid, title: z.string(), slug }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'TeamMembership' });

export const aboutPictures =
  'A PNG, JPEG or WebP of at most 2 MB and 4096 × 4096 pixels, as the body of the request. Camera, location and time metadata are removed.';

const readUsers = requireScopes('admin:full', 'users:read');
const writeUsers = requireScopes('admin:full', 'users:write');
const readTeams = requireScopes('admin:full', 'teams:read');
const writeTeams = requireScopes('admin:full', 'teams:write');

export const userId = { uuid: idParam('User', /^[0-9A-Z]{15}$/, 'K3V9QX0T7ZB2M5A') };
const teamId = { teamId: uuidParam('Team') };
const membershipId = { ...teamId, id: idParam('Membership', integerIdPattern, '7') };

export const password = z
  .string()
  .min(8, 'Must have at least 8 characters.')
  .max(200)
  .meta({ example: 'correct horse battery' });

const userFields = {
  email,
  firstName: line(100),
  lastName: optionalLine(100),
  role,
  slug,
  timezone: timeZone,
  language,
  password,
};

export const newUser = z.object({
  ...userFields,
  role: role.default('user'),
  slug: slug.optional(),
  timezone: timeZone.default('UTC'),
  language: language.default('en'),
  password: password.optional(),
});

export const userChanges = z.object({ ...userFields, isActive: z.boolean() }).partial();

/** What became of the open bookings of a user who was deactivated. */
export const leftBookings = z
  .object({
    handedOver: z.int(),
    cancelled: z.int(),
    open: z.int().meta({ description: 'Number of bookings the user still hosts' }),
    collection: z
      .array(
        z.object({
          uuid: eventId,
          startTime: timestamp,
          reason: z.string().nullable().meta({ description: 'Why it couldn’t be reassigned' }),
        }),
      )
      .meta({ description: 'The first 100 of those that are open' }),
  })
  .meta({ id: 'LeftBookings' });

export const listUsers = declareRoute({
  method: 'GET',
  path: '/organizations/users',
  origin: 'interface',
  tag: 'Users',
  summary: 'List the users of the workspace',
  access: readUsers,
  query: {
    search: line(200).optional().meta({
      description: 'Text in the name or email address, in any case',
    }),
    isActive: z
      .enum(['true', 'false'], 'Must be true or false.')
      .optional()
      .meta({ description: 'Only active users, or only others' }),
    role: role.optional(),
  },
  returns: paginated(workspaceUser, { size: 'per_page', default: 20 }),
});

export const createUser = declareRoute({
  method: 'POST',
  path: '/organizations/users',
  origin: 'ours',
  tag: 'Users',
  summary: 'Add a user to the workspace',
  description: 'Needs an owner or admin; only an owner may add an owner.',
  access: writeUsers,
  may: 'admin',
  body: newUser,
  returns: created('resource', workspaceUser),
  fails: { 403: 'Only owners and admins can do this.' },
  examples: {
    body: { email: 'noor@juniper.example', firstName: 'Noor', lastName: 'Haddad', timezone: 'Europe/Paris' },
  },
});

export const readUser = declareRoute({
  method: 'GET',
  path: '/organizations/users/{uuid}',
  origin: 'ours',
  tag: 'Users',
  summary: 'Read one user',
  access: readUsers,
  params: userId,
  returns: ok('resource', workspaceUser),
  fails: { 404: 'User not found.' },
});

export const updateUser = declareRoute({
  method: 'PATCH',
  path: '/organizations/users/{uuid}',
  origin: 'ours',
  tag: 'Users',
  summary: 'Change a user',
  description:
    'Users can change themselves, except their role; owners and admins can change others. A password, a higher role or another `email` needs `admin:full` or a session; for one’s own `email` the session must have begun within the last 15 minutes. The old address is told of the change, and the user’s other sessions end. With `isActive: false` the answer tells of open bookings as `DELETE` does, which can also reassign or cancel them.',
  access: writeUsers,
  params: userId,
  body: userChanges,
  returns: okWith('resource', workspaceUser, { bookings: leftBookings }),
  fails: {
    403: 'Only owners and admins can do this.',
    404: 'User not found.',
    409: 'A workspace needs at least one active owner. Make someone else an owner first.',
  },
  examples: { body: { timezone: 'America/Lima' } },
});

export const deactivateUser = declareRoute({
  method: 'DELETE',
  path: '/organizations/users/{uuid}',
  origin: 'ours',
  tag: 'Users',
  summary: 'Deactivate a user',
  description:
    'Their tokens, sessions, connected apps and calendar feed stop working immediately; `GET /organizations/users/{uuid}/departure` tells what happens to everything else. If the user hosts open bookings, `bookings` in the response tells what happened to them. Invitees get an email about each change. Call it again to reassign or cancel the remaining bookings.',
  access: writeUsers,
  may: 'admin',
  params: userId,
  query: {
    bookings: z.enum(['keep', 'handover', 'cancel']).default('keep').meta({
      description:
        'What happens to open bookings; all but `keep` need `events:write` or `admin:full`, and handle at most 200',
    }),
    handoverTo: email.optional().meta({
      description:
        'Who gets the user’s open tasks, polls, routing forms and registered apps, and with `handover` the bookings. Without it, tasks are unassigned, the rest is for owners and admins, and a round robin finds another of its hosts',
    }),
    cancellationReason: z.string().max(512).optional().meta({ description: 'With `cancel`' }),
    integrations: z.enum(['keep', 'end']).default('keep').meta({
      description:
        'What happens to webhooks of the organization, apps and SCIM tokens that the user created: `keep` passes them to the organization',
    }),
  },
  returns: messageWith('User deactivated.', { bookings: leftBookings }),
  fails: {
    403: 'Only owners and admins can do this.',
    404: 'User not found.',
    409: 'A workspace needs at least one active owner. Make someone else an owner first.',
  },
});

export const setUserAvatar = declareRoute({
  method: 'PUT',
  path: '/organizations/users/{uuid}/avatar',
  origin: 'ours',
  tag: 'Users',
  summary: 'Set the picture of a user',
  description: `${aboutPictures} Users may change their own; owners and admins may change others.`,
  access: writeUsers,
  params: userId,
  takes: imageTypes,
  returns: ok('resource', workspaceUser),
  fails: { 403: 'Only owners and admins can do this.', 404: 'User not found.' },
});

export const deleteUserAvatar = declareRoute({
  method: 'DELETE',
  path: '/organizations/users/{uuid}/avatar',
  origin: 'ours',
  tag: 'Users',
  summary: 'Delete the picture of a user',
  access: writeUsers,
  params: userId,
  returns: message('Avatar deleted.'),
  fails: { 403: 'Only owners and admins can do this.', 404: 'Avatar not found.' },
});

export const listTeams = declareRoute({
  method: 'GET',
  path: '/teams',
  origin: 'ours',
  tag: 'Teams',
  summary: 'List the teams of the workspace',
  access: readTeams,
  returns: paginated(team),
});

export const newTeam = z.object({ title: line(100), slug: slug.optional() });
export const teamChanges = newTeam.partial();

export const createTeam = declareRoute({
  method: 'POST',
  path: '/teams',
  origin: 'ours',
  tag: 'Teams',
  summary: 'Create a team',
  access: writeTeams,
  may: 'admin',
  body: newTeam,
  returns: created('resource', team),
  fails: { 403: 'Only owners and admins can do this.' },
  examples: { body: { title: 'Design' } },
});

export const readTeam = declareRoute({
  method: 'GET',
  path: '/teams/{teamId}',
  origin: 'ours',
  tag: 'Teams',
  summary: 'Read one team',
  access: readTeams,
  params: teamId,
  returns: ok('resource', team),
  fails: { 404: 'Team not found.' },
});

export const updateTeam = declareRoute({
  method: 'PATCH',
  path: '/teams/{teamId}',
  origin: 'ours',
  tag: 'Teams',
  summary: 'Change a team',
  access: writeTeams,
  params: teamId,
  body: teamChanges,
  returns: ok('resource', team),
  fails: { 403: 'Only owners, admins and managers of the team can do this.', 404: 'Team not found.' },
  examples: { body: { title: 'Product design' } },
});

export const deleteTeam = declareRoute({
  method: 'DELETE',
  path: '/teams/{teamId}',
  origin: 'ours',
  tag: 'Teams',
  summary: 'Delete a team',
  access: writeTeams,
  may: 'admin',
  params: teamId,
  returns: message('Team deleted.'),
  fails: { 403: 'Only owners and admins can do this.', 404: 'Team not found.' },
});

export const setTeamAvatar = declareRoute({
  method: 'PUT',
  path: '/teams/{teamId}/avatar',
  origin: 'ours',
  tag: 'Teams',
  summary: 'Set the picture of a team',
  description: aboutPictures,
  access: writeTeams,
  params: teamId,
  takes: imageTypes,
  returns: ok('resource', team),
  fails: { 403: 'Only owners and admins can do this.', 404: 'Team not found.' },
});

export const deleteTeamAvatar = declareRoute({
  method: 'DELETE',
  path: '/teams/{teamId}/avatar',
  origin: 'ours',
  tag: 'Teams',
  summary: 'Delete the picture of a team',
  access: writeTeams,
  params: teamId,
  returns: message('Avatar deleted.'),
  fails: { 403: 'Only owners and admins can do this.', 404: 'Avatar not found.' },
});

export const listMemberships = declareRoute({
  method: 'GET',
  path: '/teams/{teamId}/members',
  origin: 'ours',
  tag: 'Teams',
  summary: 'List the members of a team',
  access: readTeams,
  params: teamId,
  returns: paginated(teamMembership),
  fails: { 404: 'Team not found.' },
});

const who = z.object({ role: teamRole, email: email.optional(), slug: slug.optional() });

export const newMembership = rule(
  who,
  'email',
  'Give either the email or the slug of the user, not both.',
  (body) => (body.email === undefined) !== (body.slug === undefined),
);

export const addMember = declareRoute({
  method: 'POST',
  path: '/teams/{teamId}/members',
  origin: 'interface',
  tag: 'Teams',
  summary: 'Add a user to a team',
  access: writeTeams,
  params: teamId,
  body: newMembership,
  returns: created('data', teamMembership),
  fails: {
    403: 'Only owners, admins and managers of the team can do this.',
    404: 'Team not found.',
    409: 'This user is already a member of the team.',
  },
  examples: { body: { role: 'member', email: 'aiko@juniper.example' } },
});

export const changeMember = declareRoute({
  method: 'PATCH',
  path: '/teams/{teamId}/members/{id}',
  origin: 'ours',
  tag: 'Teams',
  summary: 'Change the role of a member of a team',
  access: writeTeams,
  params: membershipId,
  body: z.object({ role: teamRole }),
  returns: ok('data', teamMembership),
  fails: {
    403: 'Only owners, admins and managers of the team can do this.',
    404: 'Membership not found.',
  },
  examples: { body: { role: 'manager' } },
});

export const removeMember = declareRoute({
  method: 'DELETE',
  path: '/teams/{teamId}/members/{id}',
  origin: 'ours',
  tag: 'Teams',
  summary: 'Remove a user from a team',
  access: writeTeams,
  params: membershipId,
  returns: message('Member removed.'),
  fails: {
    403: 'Only owners, admins and managers of the team can do this.',
    404: 'Membership not found.',
  },
});
