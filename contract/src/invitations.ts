import { z } from 'zod';
import { bare, created, message, ok, paginated } from './envelopes.ts';
import { attestation } from './factors.ts';
import { email, language, line, rule, timestamp, timeZone, uuid, uuidParam } from './fields.ts';
import { password, role, workspaceUser } from './members.ts';
import { declareRoute } from './route.ts';
import { publicAccess, requireScopes } from './scopes.ts';

/** How people come into a workspace: additions section 2. */

const readInvitations = requireScopes('admin:full', 'users:read');
const writeInvitations = requireScopes('admin:full', 'users:write');
const invitationId = { uuid: uuidParam('Invitation') };
const invitationToken = { token: z.string().max(100).meta({ noun: 'Invitation' }) };

export const invitation = z
  .object({
    uuid,
    email,
    role,
    teams: z.array(z.object({ uuid, title: z.string() })),
    status: z.enum(['pending', 'expired']),
    invitedBy: z.object({ uuid: z.string(), name: z.string() }).nullable(),
    sentAt: timestamp,
    expiresAt: timestamp,
    createdAt: timestamp,
  })
  .meta({ id: 'Invitation' });

export const newInvitation = z.object({
  email,
  role: role.default('user'),
  teams: z
    .array(uuid)
    .max(50)
    .refine((list) => new Set(list).size === list.length, { message: 'Must not name a team twice.' })
    .default([]),
});

export const listInvitations = declareRoute({
  method: 'GET',
  path: '/invitations',
  origin: 'ours',
  tag: 'Invitations',
  summary: 'List invitations that are open or have expired',
  access: readInvitations,
  may: 'admin',
  returns: paginated(invitation),
  fails: { 403: 'Only owners and admins can do this.' },
});

export const invite = declareRoute({
  method: 'POST',
  path: '/invitations',
  origin: 'ours',
  tag: 'Invitations',
  summary: 'Invite someone by email',
  description:
    'Needs an owner or admin; nobody invites above their own role. The link in the email is valid for 7 days.',
  access: writeInvitations,
  may: 'admin',
  body: newInvitation,
  returns: created('resource', invitation),
  fails: {
    403: 'Only owners and admins can do this.',
    409: 'This email address already belongs to a user, or was already invited.',
  },
  examples: { body: { email: 'noor@juniper.example', role: 'user' } },
});

export const withdrawInvitation = declareRoute({
  method: 'DELETE',
  path: '/invitations/{uuid}',
  origin: 'ours',
  tag: 'Invitations',
  summary: 'Withdraw an invitation',
  access: writeInvitations,
  may: 'admin',
  params: invitationId,
  returns: message('Invitation withdrawn.'),
  fails: { 403: 'Only owners and admins can do this.', 404: 'Invitation not found.' },
});

export const resendInvitation = declareRoute({
  method: 'POST',
  path: '/invitations/{uuid}/resend',
  origin: 'ours',
  tag: 'Invitations',
  summary: 'Resend an invitation',
  description: 'Sends a new link, valid for another 7 days; the previous link stops working.',
  access: writeInvitations,
  may: 'admin',
  params: invitationId,
  returns: ok('resource', invitation),
  fails: { 403: 'Only owners and admins can do this.', 404: 'Invitation not found.' },
});

export const publicInvitation = z
  .object({
    email,
    organization: z.string(),
    invitedBy: z.string().nullable(),
    role,
    expiresAt: timestamp,
    accepts: z.array(z.enum(['password', 'passkey', 'single_sign_on'])),
  })
  .meta({ id: 'PublicInvitation' });

const closed = 'This invitation was already used, was withdrawn, or has expired.';

export const readInvitation = declareRoute({
  method: 'GET',
  path: '/public/invitations/{token}',
  origin: 'ours',
  tag: 'Invitations',
  summary: 'Read an invitation by its link',
  access: publicAccess,
  params: invitationToken,
  returns: ok('resource', publicInvitation),
  fails: { 404: 'Invitation not found.', 409: closed },
});

export const challengeInvitation = declareRoute({
  method: 'POST',
  path: '/public/invitations/{token}/challenge',
  origin: 'ours',
  tag: 'Invitations',
  summary: 'Get the options to create a passkey for the new account',
  access: publicAccess,
  params: invitationToken,
  body: z.object({ name: line(200) }),
  returns: bare(z.record(z.string(), z.unknown())),
  fails: {
    403: 'This server only allows single sign-on.',
    404: 'Invitation not found.',
    409: closed,
  },
});

export const acceptance = rule(
  z.object({
    name: line(200),
    password: password.optional(),
    passkey: attestation.optional(),
    timezone: timeZone.optional(),
    language: language.optional(),
  }),
  'password',
  'Give a password, or a passkey instead.',
  ({ password: word, passkey: key }) => (word === undefined) !== (key === undefined),
);

export const acceptInvitation = declareRoute({
  method: 'PUT',
  path: '/public/invitations/{token}',
  origin: 'ours',
  tag: 'Invitations',
  summary: 'Accept an invitation',
  description: 'Creates the account and signs in, with a password or a passkey.',
  access: publicAccess,
  params: invitationToken,
  body: acceptance,
  returns: ok('resource', workspaceUser),
  fails: {
    403: 'This server only allows single sign-on.',
    404: 'Invitation not found.',
    409: closed,
  },
  examples: { body: { name: 'Noor Haddad', password: 'correct horse battery' } },
});
