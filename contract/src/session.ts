import { z } from 'zod';
import { accepted, createdOr, message, ok, paginated } from './envelopes.ts';
import { email, language, timestamp, timeZone, uuid, uuidOf } from './fields.ts';
import { assertion } from './factors.ts';
import { scope } from './identity.ts';
import { password, role, userId, workspaceUser } from './members.ts';
import { route } from './route.ts';
import { anyToken, publicAccess, scoped, sessionAccess } from './scopes.ts';

/** Signing in, sessions, passwords and preferences: additions section 2. */

const workspaceName = z.object({ uuid, name: z.string() });

/** What is still asked of somebody whose password was right. */
export const nextStep = z
  .object({
    challenge: z.string().meta({ description: 'To be sent back with the answer, within 10 minutes' }),
    step: z.enum(['workspace', 'second_factor']),
    workspaces: z
      .array(workspaceName)
      .meta({ description: 'Which workspaces this address and password open' }),
    methods: z
      .array(z.enum(['totp', 'recovery_code', 'passkey']))
      .meta({ description: 'What can be shown as the second factor' }),
  })
  .meta({ id: 'SignInStep' });

const anyPassword = z.string().min(1).max(200);
const signedIn = createdOr('resource', workspaceUser, 'next', nextStep);
const passwordsAreOff = 'This installation signs people in by single sign-on only.';

export const signIn = route({
  method: 'POST',
  path: '/session',
  origin: 'ours',
  tag: 'Session',
  summary: 'Sign in with a password',
  description:
    'Sets an HttpOnly session cookie that works in place of a token, from the same origin only. When a second factor is set up, or the password opens several workspaces, the answer is 200 with the `next` step instead.',
  access: publicAccess,
  body: z.object({
    email,
    password: anyPassword,
    workspace: uuid.optional().meta({ description: 'Which workspace, for people in several' }),
  }),
  returns: signedIn,
  fails: { 403: passwordsAreOff },
  examples: { body: { email: 'mara@juniper.example', password: 'correct horse battery' } },
});

export const continueSignIn = route({
  method: 'POST',
  path: '/session/steps',
  origin: 'ours',
  tag: 'Session',
  summary: 'Take the next step of signing in',
  description: 'With the workspace that was chosen, or with a code or passkey as the second factor.',
  access: publicAccess,
  body: z.object({
    challenge: z.string().min(1).max(2000),
    workspace: uuid.optional(),
    code: z
      .string()
      .max(40)
      .optional()
      .meta({ description: 'Six digits of the authenticator, or a recovery code', example: '287082' }),
    passkey: assertion.optional(),
  }),
  returns: signedIn,
  fails: { 403: passwordsAreOff },
});

export const preferences = z
  .object({
    theme: z.enum(['system', 'light', 'dark']),
    language,
    clock: z.enum(['12', '24']),
    firstDayOfWeek: z.enum(['monday', 'saturday', 'sunday']),
    shortcuts: z.boolean().meta({ description: 'Whether single keys act in the dashboard' }),
  })
  .meta({ id: 'Preferences' });

export const session = workspaceUser
  .extend({
    user: workspaceUser,
    workspace: workspaceName.extend({
      timezone: timeZone,
      logoUrl: z.url().nullable(),
      brandColor: z.string().nullable(),
      requireSecondFactor: z.boolean(),
      subscription: z.object({ status: z.enum(['active', 'inactive']), plan: z.string() }),
    }),
    role,
    scopes: z.array(scope),
    preferences,
    features: z
      .object({
        crm: z.boolean(),
        passwords: z.boolean(),
        passkeys: z.boolean(),
        singleSignOn: z.boolean(),
        signUp: z.boolean(),
      })
      .meta({ description: 'What this workspace and installation have switched on' }),
    may: z.array(z.string()).meta({
      description: 'The operations that this caller may call, by their operationId',
      example: ['book'],
    }),
    lacksSecondFactor: z
      .boolean()
      .meta({ description: 'True while nothing else is open until a second factor is set up' }),
  })
  .meta({ id: 'Session' });

export const readSession = route({
  method: 'GET',
  path: '/session',
  origin: 'ours',
  tag: 'Session',
  summary: 'Read the signed-in user, with workspace, scopes, preferences and features',
  access: anyToken,
  withoutFactor: true,
  returns: ok('resource', session),
});

export const signOut = route({
  method: 'DELETE',
  path: '/session',
  origin: 'ours',
  tag: 'Session',
  summary: 'Sign out',
  access: anyToken,
  withoutFactor: true,
  returns: message('Signed out.'),
});

export const changePassword = route({
  method: 'PUT',
  path: '/session/password',
  origin: 'ours',
  tag: 'Session',
  summary: 'Change your password',
  description:
    'This session stays; all others of yours end. Leave `currentPassword` out if you have no password yet; the session must then have begun within the last 15 minutes.',
  access: sessionAccess,
  body: z.object({ currentPassword: anyPassword.optional(), password }),
  returns: message('Password changed.'),
  fails: { 403: passwordsAreOff },
});

export const sessionDevice = z
  .object({
    uuid,
    device: z.string().meta({ example: 'Firefox on Windows' }),
    address: z.string().meta({ example: '203.0.113.7' }),
    method: z.enum(['password', 'passkey', 'single_sign_on', 'invitation', 'sign_up']),
    isCurrent: z.boolean(),
    lastSeenAt: timestamp,
    createdAt: timestamp,
    expiresAt: timestamp.meta({ description: 'When it ends however much it is used' }),
  })
  .meta({ id: 'SessionDevice' });

export const listSessions = route({
  method: 'GET',
  path: '/sessions',
  origin: 'ours',
  tag: 'Session',
  summary: 'List where you are signed in',
  access: scoped('admin:full', 'users:read'),
  returns: paginated(sessionDevice),
});

export const endSession = route({
  method: 'DELETE',
  path: '/sessions/{uuid}',
  origin: 'ours',
  tag: 'Session',
  summary: 'End one of your sessions',
  access: scoped('admin:full', 'users:write'),
  params: { uuid: uuidOf('Session') },
  returns: message('Session ended.'),
  fails: { 404: 'Session not found.' },
});

const endsSessions =
  'Your own session stays, and so do tokens. Needs an owner or admin; what was ended is in the audit log.';

export const endUserSessions = route({
  method: 'DELETE',
  path: '/organizations/users/{uuid}/sessions',
  origin: 'ours',
  tag: 'Session',
  summary: 'Sign a user out everywhere',
  description: endsSessions,
  access: scoped('admin:full', 'users:write'),
  may: 'admin',
  params: userId,
  returns: message('The sessions of this user have ended.'),
  fails: { 403: 'Only an owner or admin may do this.', 404: 'User not found.' },
});

export const endAllSessions = route({
  method: 'DELETE',
  path: '/organization/sessions',
  origin: 'ours',
  tag: 'Session',
  summary: 'Sign everybody of the workspace out',
  description: endsSessions,
  access: scoped('admin:full', 'users:write'),
  may: 'admin',
  returns: message('All sessions but yours have ended.'),
  fails: { 403: 'Only an owner or admin may do this.' },
});

export const readPreferences = route({
  method: 'GET',
  path: '/preferences',
  origin: 'ours',
  tag: 'Session',
  summary: 'Read your preferences',
  access: scoped('admin:full', 'users:read'),
  returns: ok('resource', preferences),
});

export const changePreferences = route({
  method: 'PUT',
  path: '/preferences',
  origin: 'ours',
  tag: 'Session',
  summary: 'Change your preferences',
  description: 'What is left out stays as it was.',
  access: scoped('admin:full', 'users:write'),
  body: preferences
    .omit({ clock: true })
    .extend({
      clock: z
        .union([z.string(), z.number()])
        .transform(String)
        .pipe(z.enum(['12', '24']))
        .meta({ type: 'string', enum: ['12', '24'] }),
    })
    .partial()
    .meta({ id: 'PreferenceChanges' }),
  returns: ok('resource', preferences),
  examples: { body: { theme: 'dark', clock: '24', firstDayOfWeek: 'monday' } },
});

export const requestPasswordReset = route({
  method: 'POST',
  path: '/public/password-resets',
  origin: 'ours',
  tag: 'Session',
  summary: 'Ask for a mail with which a password can be set anew',
  description: 'The answer is the same whether anyone has this address or not.',
  access: publicAccess,
  body: z.object({ email }),
  returns: accepted('If this address can sign in here, a mail is on its way.'),
  fails: { 403: passwordsAreOff },
});

export const resetPassword = route({
  method: 'PUT',
  path: '/public/password-resets/{token}',
  origin: 'ours',
  tag: 'Session',
  summary: 'Set a password anew, by the link of a mail',
  description: 'All sessions of the user end. The link works once, for an hour.',
  access: publicAccess,
  params: { token: z.string().max(100).meta({ noun: 'Link' }) },
  body: z.object({ password }),
  returns: message('Password changed. You can sign in with it now.'),
  fails: {
    403: passwordsAreOff,
    404: 'Link not found.',
    409: 'This link was used already, or has expired.',
  },
});
