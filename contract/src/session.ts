import { z } from 'zod';
import { accepted, createdOr, message, ok, paginated } from './envelopes.ts';
import { email, language, timestamp, timeZone, uuid, uuidParam } from './fields.ts';
import { assertion, passkey } from './factors.ts';
import { apiToken, scope } from './identity.ts';
import { password, role, userId, workspaceUser } from './members.ts';
import { declareRoute } from './route.ts';
import { anyToken, publicAccess, requireScopes, sessionAccess } from './scopes.ts';

/** Signing in, sessions, passwords and preferences: additions section 2. */

const workspaceName = z.object({ uuid, name: z.string() });

/** What is still asked of somebody whose password was right. */
export const nextStep = z
  .object({
    challenge: z.string().meta({ description: 'Send it back with the answer within 10 minutes' }),
    step: z.enum(['workspace', 'second_factor']),
    workspaces: z
      .array(workspaceName)
      .meta({ description: 'Workspaces that this email address and password are valid for' }),
    methods: z
      .array(z.enum(['totp', 'recovery_code', 'passkey']))
      .meta({ description: 'Available second factors' }),
  })
  .meta({ id: 'SignInStep' });

const anyPassword = z.string().min(1).max(200);
const signedIn = createdOr('resource', workspaceUser, 'next', nextStep);
const passwordsAreOff = 'This server only allows single sign-on.';

export const signIn = declareRoute({
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

export const continueSignIn = declareRoute({
  method: 'POST',
  path: '/session/steps',
  origin: 'ours',
  tag: 'Session',
  summary: 'Complete the next sign-in step',
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
    shortcuts: z.boolean().meta({ description: 'Whether single-key shortcuts are on in the dashboard' }),
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
      isDemo: z.boolean().meta({ description: 'Created as a demo, and not emptied since' }),
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
      .meta({ description: 'Enabled features of this workspace and installation' }),
    signInPath: z
      .string()
      .nullable()
      .meta({ description: 'Where the user signs in again at an identity provider; null without one' }),
    may: z.array(z.string()).meta({
      description: 'Operations that the caller can call, by operationId',
      example: ['book'],
    }),
    lacksSecondFactor: z
      .boolean()
      .meta({ description: 'True while nothing else is open until a second factor is set up' }),
  })
  .meta({ id: 'Session' });

export const readSession = declareRoute({
  method: 'GET',
  path: '/session',
  origin: 'ours',
  tag: 'Session',
  summary: 'Read the signed-in user, with workspace, scopes, preferences and features',
  access: anyToken,
  withoutFactor: true,
  returns: ok('resource', session),
});

export const signOut = declareRoute({
  method: 'DELETE',
  path: '/session',
  origin: 'ours',
  tag: 'Session',
  summary: 'Sign out',
  access: anyToken,
  withoutFactor: true,
  returns: message('Signed out.'),
});

export const changePassword = declareRoute({
  method: 'PUT',
  path: '/session/password',
  origin: 'ours',
  tag: 'Session',
  summary: 'Change your password',
  description:
    'This session stays; your other sessions end. Leave `currentPassword` out if you have no password yet; the session must then have begun within the last 15 minutes.',
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

export const listSessions = declareRoute({
  method: 'GET',
  path: '/sessions',
  origin: 'ours',
  tag: 'Session',
  summary: 'List your sessions',
  access: requireScopes('admin:full', 'users:read'),
  returns: paginated(sessionDevice),
});

export const endSession = declareRoute({
  method: 'DELETE',
  path: '/sessions/{uuid}',
  origin: 'ours',
  tag: 'Session',
  summary: 'End one of your sessions',
  access: requireScopes('admin:full', 'users:write'),
  params: { uuid: uuidParam('Session') },
  returns: message('Session ended.'),
  fails: { 404: 'Session not found.' },
});

const keep = z.array(uuid).max(1000).meta({
  description: 'The tokens, connected apps and passkeys that stay, by their `uuid`; all others are revoked',
});
const revokes =
  'API tokens, connected apps and passkeys of the user, and tokens that they created for others, are revoked, but for those that `keep` names. Where the workspace requires a second factor and a passkey is the only one, passkeys stay.';

export const endOtherSessions = declareRoute({
  method: 'DELETE',
  path: '/sessions',
  origin: 'ours',
  tag: 'Session',
  summary: 'Sign out everywhere else',
  description:
    'Your other sessions end, and your API tokens, connected apps and passkeys, and tokens that you created for others, are revoked, but for those that `keep` names. Needs a sign-in of the last 15 minutes.',
  access: sessionAccess,
  body: z.object({ keep: keep.optional() }).optional(),
  returns: message('You’re signed out everywhere else.'),
});

/** What opens an account without its password, and what its user has opened for others. */
const access = z
  .object({
    email,
    tokens: z.array(
      apiToken.pick({
        uuid: true,
        name: true,
        userEmail: true,
        createdBy: true,
        lastUsedAt: true,
        createdAt: true,
      }),
    ),
    connectedApps: z.array(
      z.object({ uuid, name: z.string(), lastUsedAt: timestamp.nullable(), createdAt: timestamp }),
    ),
    passkeys: z.array(passkey),
    keepsPasskeys: z.boolean().meta({
      description:
        'Whether passkeys stay in any case, since one is the second factor that the workspace requires',
    }),
  })
  .meta({ id: 'AccountAccess' });

export const readUserAccess = declareRoute({
  method: 'GET',
  path: '/organizations/users/{uuid}/access',
  origin: 'ours',
  tag: 'Session',
  summary: 'List the API tokens, connected apps and passkeys of a user',
  access: requireScopes('admin:full', 'users:write'),
  may: 'admin',
  params: userId,
  returns: ok('resource', access),
  fails: { 403: 'Only owners and admins can do this.', 404: 'User not found.' },
});

const endsSessions =
  'Your own session stays. Needs an owner or admin, and an owner for an owner’s sessions; what was ended is in the audit log.';

export const endUserSessions = declareRoute({
  method: 'DELETE',
  path: '/organizations/users/{uuid}/sessions',
  origin: 'ours',
  tag: 'Session',
  summary: 'Sign a user out everywhere',
  description: `${revokes} ${endsSessions}`,
  access: requireScopes('admin:full', 'users:write'),
  may: 'admin',
  params: userId,
  body: z.object({ keep: keep.optional() }).optional(),
  returns: message('The sessions of this user have ended.'),
  fails: { 403: 'Only owners and admins can do this.', 404: 'User not found.' },
});

export const endAllSessions = declareRoute({
  method: 'DELETE',
  path: '/organization/sessions',
  origin: 'ours',
  tag: 'Session',
  summary: 'Sign everyone in the workspace out',
  description: `API tokens and passkeys stay. ${endsSessions}`,
  access: requireScopes('admin:full', 'users:write'),
  may: 'admin',
  returns: message('All sessions have ended, except yours and those that only an owner can end.'),
  fails: { 403: 'Only owners and admins can do this.' },
});

export const readPreferences = declareRoute({
  method: 'GET',
  path: '/preferences',
  origin: 'ours',
  tag: 'Session',
  summary: 'Read your preferences',
  access: requireScopes('admin:full', 'users:read'),
  returns: ok('resource', preferences),
});

export const changePreferences = declareRoute({
  method: 'PUT',
  path: '/preferences',
  origin: 'ours',
  tag: 'Session',
  summary: 'Change your preferences',
  description: 'Omitted fields stay as they are.',
  access: requireScopes('admin:full', 'users:write'),
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

export const requestPasswordReset = declareRoute({
  method: 'POST',
  path: '/public/password-resets',
  origin: 'ours',
  tag: 'Session',
  summary: 'Request an email to reset a password',
  description: 'The response is the same whether or not the address has an account.',
  access: publicAccess,
  body: z.object({ email }),
  returns: accepted('If this email address has an account here, we sent an email to it.'),
  fails: { 403: passwordsAreOff },
});

const resetToken = { token: z.string().max(100).meta({ noun: 'Link' }) };
const resetFailures = {
  403: passwordsAreOff,
  404: 'Link not found.',
  409: 'This link was already used, or has expired.',
} as const;

export const readPasswordReset = declareRoute({
  method: 'GET',
  path: '/public/password-resets/{token}',
  origin: 'ours',
  tag: 'Session',
  summary: 'Read whose password a link resets, and what else opens their account',
  access: publicAccess,
  params: resetToken,
  returns: ok('resource', access),
  fails: resetFailures,
});

export const resetPassword = declareRoute({
  method: 'PUT',
  path: '/public/password-resets/{token}',
  origin: 'ours',
  tag: 'Session',
  summary: 'Set a new password with the link from an email',
  description: `All sessions of the user end. ${revokes} The link works once, for an hour.`,
  access: publicAccess,
  params: resetToken,
  body: z.object({ password, keep: keep.optional() }),
  returns: message('Password changed. You can sign in with it now.'),
  fails: resetFailures,
});
