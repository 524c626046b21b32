import { z } from 'zod';
import { created, createdWith, message, ok, paginated } from './envelopes.ts';
import { email, imageTypes, line, timestamp, uuid, uuidParam } from './fields.ts';
import { scope } from './identity.ts';
import { aboutPictures, role } from './members.ts';
import { declareRoute } from './route.ts';
import { appScopes, requireScopes } from './scopes.ts';

/** Apps that connect by OAuth: additions section 6. */

const maxUriLength = 1000;
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Schemes that a browser handles itself, so that no app can own one. */
const browserSchemes =
  'about blob chrome data file filesystem ftp javascript mailto tel vbscript view-source ws wss';

/** Why an app can't be sent codes at this address; undefined if it can. */
export function findRedirectUriProblem(text: string): string | undefined {
  const isUrl = text.length <= maxUriLength && /^[!-~]+$/.test(text) && URL.canParse(text);
  if (!isUrl) return 'Must be a whole URL without spaces.';
  const url = new URL(text);
  if (text.includes('#')) return 'Must not have a fragment.';
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/\/[^/?]*@/i.test(text))
    return 'Must not have a user name or password.';
  if (text.includes('*') || text.includes('\\')) return 'Must be exact, without wildcards.';
  const scheme = url.protocol.slice(0, -1);
  if (scheme === 'https') return undefined;
  if (scheme === 'http')
    return isLoopback(url)
      ? undefined
      : 'Must use https, unless it is on this computer, such as http://127.0.0.1.';
  return browserSchemes.split(' ').includes(scheme) ? `Must not use ${scheme}:.` : undefined;
}

export function isLoopback({ hostname }: URL): boolean {
  return loopbackHosts.includes(hostname);
}

const redirectUri = z
  .string()
  .superRefine((text, context) => {
    const problem = findRedirectUriProblem(text);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .meta({ example: 'https://app.example.com/oauth/callback' });

const grantType = z.enum(['authorization_code', 'client_credentials']);
const webPage = z.url({ protocol: /^https?$/, message: 'Must be a web address.' }).max(maxUriLength);

export const app = z
  .object({
    uuid,
    clientId: z.string().meta({ description: 'The `client_id` of OAuth', example: uuidExample() }),
    name: z.string(),
    url: z.string().nullable().meta({ description: 'Where to read about the app' }),
    logoUrl: z.url().nullable(),
    redirectUris: z.array(z.string()).meta({
      description: 'Where codes are sent. They must match exactly; ports on this computer are free',
    }),
    scopes: z.array(scope).meta({ description: 'The most that the app can ask for' }),
    grantTypes: z.array(grantType),
    isConfidential: z.boolean().meta({ description: 'Whether it has a secret' }),
    serviceUser: z.object({ uuid: z.string(), email, role }).nullable().meta({
      description: 'The user as whom it acts by `client_credentials`. No one can sign in as this user',
    }),
    isApproved: z.boolean(),
    createdBy: email.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'App' });

function uuidExample(): string {
  return '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
}

const appFields = {
  name: line(60),
  url: webPage.nullable(),
  redirectUris: z.array(redirectUri).max(20),
  scopes: z
    .array(scope)
    .min(1)
    .refine((list) => new Set(list).size === list.length, { message: 'Must not name a scope twice.' })
    .refine((list) => list.every((one) => appScopes.includes(one)), {
      message: `Apps can’t have the scope tokens:write.`,
    }),
};

export const newApp = z.object({
  ...appFields,
  url: appFields.url.optional(),
  redirectUris: appFields.redirectUris.default([]),
  grantTypes: z
    .array(grantType)
    .min(1)
    .default(['authorization_code'])
    .transform((list) => [...new Set(list)]),
  isConfidential: z.boolean().default(true),
  serviceRole: z
    .enum(['admin', 'user'])
    .default('user')
    .meta({ description: 'The role of the service user, for `client_credentials`' }),
});

export const appChanges = z.object(appFields).partial();

const writeApps = requireScopes('admin:full', 'tokens:write');
const appId = { uuid: uuidParam('App') };
const appNotFound = { 404: 'App not found.' } as const;
const everyone = z.enum(['all']).optional().meta({ description: 'Everyone’s, for owners and admins' });

const ours = { origin: 'ours', tag: 'Apps', access: writeApps } as const;
const adminsOnly = { 403: 'Only owners and admins can do this.' } as const;

export const listApps = declareRoute({
  ...ours,
  method: 'GET',
  path: '/apps',
  summary: 'List registered apps',
  description: 'Those that you registered; with `scope=all`, owners and admins see everyone’s.',
  query: { scope: everyone },
  returns: paginated(app),
  fails: adminsOnly,
});

export const createApp = declareRoute({
  ...ours,
  method: 'POST',
  path: '/apps',
  summary: 'Register an app',
  description:
    'People connect it at `/oauth/authorize`; it gets tokens at `/oauth/token`. With `client_credentials` it acts as a user of its own, which needs an owner or admin. The secret is shown once; an app without one must not be `isConfidential`. In a session, this needs a sign-in within the last 15 minutes.',
  body: newApp,
  returns: createdWith(app, {
    clientSecret: z.string().nullable().meta({ description: 'Shown once; null for an app without a secret' }),
  }),
  fails: { 403: 'Only owners and admins can do this.' },
  examples: {
    body: {
      name: 'Website',
      redirectUris: ['https://app.example.com/oauth/callback'],
      scopes: ['booking', 'timetable'],
    },
  },
});

export const readApp = declareRoute({
  ...ours,
  method: 'GET',
  path: '/apps/{uuid}',
  summary: 'Read an app',
  params: appId,
  returns: ok('resource', app),
  fails: appNotFound,
});

export const updateApp = declareRoute({
  ...ours,
  method: 'PATCH',
  path: '/apps/{uuid}',
  summary: 'Change an app',
  description:
    'Omitted fields stay as they are. A scope that is removed is missing from the next token of every connection.',
  params: appId,
  body: appChanges,
  returns: ok('resource', app),
  fails: { ...appNotFound, 403: 'Only owners and admins can do this.' },
  examples: { body: { name: 'Website' } },
});

export const deleteApp = declareRoute({
  ...ours,
  method: 'DELETE',
  path: '/apps/{uuid}',
  summary: 'Delete an app',
  description: 'Its connections end at once, in every workspace. Its service user is deactivated.',
  params: appId,
  returns: message('App deleted.'),
  fails: { ...appNotFound, 409: 'This app is a platform.' },
});

export const rotateAppSecret = declareRoute({
  ...ours,
  method: 'POST',
  path: '/apps/{uuid}/secret',
  summary: 'Replace the secret of an app',
  description:
    'The previous secret stops working at once; tokens and connections stay. In a session, this needs a sign-in within the last 15 minutes.',
  params: appId,
  returns: createdWith(app, { clientSecret: z.string().meta({ description: 'The secret, shown once' }) }),
  fails: { ...appNotFound, 403: 'Apps can’t do this.', 409: 'This app has no secret.' },
});

export const setAppLogo = declareRoute({
  ...ours,
  method: 'PUT',
  path: '/apps/{uuid}/logo',
  summary: 'Set the logo of an app',
  description: `${aboutPictures} It is shown when someone connects the app.`,
  params: appId,
  takes: imageTypes,
  returns: ok('resource', app),
  fails: appNotFound,
});

export const deleteAppLogo = declareRoute({
  ...ours,
  method: 'DELETE',
  path: '/apps/{uuid}/logo',
  summary: 'Delete the logo of an app',
  params: appId,
  returns: message('Logo deleted.'),
  fails: appNotFound,
});

export const connectedApp = z
  .object({
    uuid,
    app: z.object({
      clientId: z.string(),
      name: z.string(),
      url: z.string().nullable(),
      logoUrl: z.url().nullable(),
      isApproved: z.boolean(),
    }),
    userEmail: email.meta({ description: 'The user for whom it acts' }),
    scopes: z.array(scope),
    resource: z
      .string()
      .nullable()
      .meta({ description: 'What its tokens open: `/v2`, `/mcp`, or null for both', example: '/mcp' }),
    isPaused: z
      .boolean()
      .meta({ description: 'True while the workspace requires an approval that the app doesn’t have' }),
    lastUsedAt: timestamp.nullable(),
    expiresAt: timestamp.nullable().meta({ description: 'Chosen when it was connected; null: no end' }),
    createdAt: timestamp,
  })
  .meta({ id: 'ConnectedApp' });

export const listConnectedApps = declareRoute({
  ...ours,
  method: 'GET',
  path: '/connected-apps',
  summary: 'List connected apps',
  description:
    'Apps that can act for you; with `scope=all`, owners and admins see everyone’s. A connection ends after 90 days without use.',
  query: { scope: everyone },
  returns: paginated(connectedApp),
  fails: adminsOnly,
});

export const disconnectApp = declareRoute({
  ...ours,
  method: 'DELETE',
  path: '/connected-apps/{uuid}',
  summary: 'Disconnect an app',
  description:
    'Its tokens stop working at once. Owners and admins can disconnect everyone’s; only owners those of an owner.',
  params: { uuid: uuidParam('Connected app') },
  query: { scope: everyone },
  returns: message('App disconnected.'),
  fails: { ...adminsOnly, 404: 'Connected app not found.' },
});

export const appApproval = z
  .object({
    uuid,
    clientId: z.string(),
    name: z.string(),
    isApproved: z.boolean().meta({ description: 'False while it is only requested' }),
    requestedBy: email.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'AppApproval' });

const admins = { origin: 'ours', tag: 'Apps', access: requireScopes('admin:full'), may: 'admin' } as const;

export const listAppApprovals = declareRoute({
  ...admins,
  method: 'GET',
  path: '/app-approvals',
  summary: 'List approved apps, and those that users asked for',
  description: 'They matter while `allowUnapprovedApps` of the organization is false.',
  returns: paginated(appApproval),
});

export const approveApp = declareRoute({
  ...admins,
  method: 'POST',
  path: '/app-approvals',
  summary: 'Approve an app',
  description: 'Every user of the workspace can then connect it.',
  body: z.object({ clientId: z.string().trim().min(1).max(maxUriLength) }),
  returns: created('resource', appApproval),
  examples: { body: { clientId: uuidExample() } },
});

export const deleteAppApproval = declareRoute({
  ...admins,
  method: 'DELETE',
  path: '/app-approvals/{uuid}',
  summary: 'Withdraw the approval of an app, or reject a request',
  params: { uuid: uuidParam('Approval') },
  returns: message('Approval withdrawn.'),
  fails: { 404: 'Approval not found.' },
});
