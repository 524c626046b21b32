import { z } from 'zod';
import { created, message, ok, paginated } from './envelopes.ts';
import { line, optionalLine, timestamp, uuid, uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { requireScopes } from './scopes.ts';

/** Where the users of a workspace sign in: additions section 6. */

const maxUrlLength = 1000;
const maxMetadataLength = 200_000;
const webAddress = z.url({ protocol: /^https?$/, message: 'Must be a web address.' }).max(maxUrlLength);

/** An owner is made by owners, and by no group of a directory. */
const givenRole = z.enum(['admin', 'user']);

const attributeNames = z
  .object({
    email: optionalLine(200),
    firstName: optionalLine(200),
    lastName: optionalLine(200),
    groups: optionalLine(200),
  })
  .partial()
  .meta({
    description:
      'The names of the claims or attributes. Leave one out to use the usual names; without `groups`, roles are not mapped',
  });

const roleMapping = z
  .array(z.object({ group: line(300), role: givenRole }))
  .max(100)
  .meta({ description: 'The role of members of a group, at every sign-in. Owners keep their role' });

export const identityProvider = z
  .object({
    uuid,
    kind: z.enum(['oidc', 'saml']),
    name: z.string(),
    isEnabled: z.boolean(),
    isEnforced: z.boolean().meta({
      description: 'Whether users with an address of its domains can only sign in here',
    }),
    breakGlassUserUuid: z.string().nullable().meta({
      description: 'The owner who can always sign in without it',
    }),
    domains: z
      .array(z.string())
      .meta({ description: 'Whose addresses sign in here, once they are verified' }),
    createsUsers: z.boolean(),
    defaultRole: givenRole,
    roleMapping,
    attributes: attributeNames,
    issuer: z.string().meta({ description: 'The issuer of OpenID Connect, or the entity ID of SAML' }),
    clientId: z.string().nullable(),
    signInUrl: z.string().nullable().meta({ description: 'Where SAML requests are sent' }),
    certificates: z.array(z.object({ fingerprint: z.string(), expiresAt: timestamp.nullable() })).meta({
      description: 'Accepted signing certificates of SAML, by their SHA-256 fingerprint',
    }),
    metadataUrl: z.string().nullable(),
    metadataReadAt: timestamp.nullable(),
    metadataError: z.string().nullable().meta({ description: 'Why the metadata was not read the last time' }),
    allowsUnsolicited: z.boolean().meta({ description: 'Whether a sign-in can begin at the SAML provider' }),
    service: z
      .object({
        startUrl: z.url(),
        testUrl: z.url(),
        redirectUri: z.url().nullable(),
        logoutUri: z.url().nullable(),
        entityId: z.url().nullable(),
        acsUrl: z.url().nullable(),
        sloUrl: z.url().nullable(),
        metadataUrl: z.url().nullable(),
        certificate: z.string().nullable(),
      })
      .meta({ description: 'What to enter at the provider. `testUrl` tries a sign-in without a session' }),
    lastSignInAt: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'IdentityProvider' });

const shared = {
  name: line(60),
  createsUsers: z.boolean().meta({ description: 'Whether the first sign-in of an address creates a user' }),
  defaultRole: givenRole,
  roleMapping,
  attributes: attributeNames,
  domains: z
    .array(z.string().trim().toLowerCase().max(253))
    .max(50)
    .meta({ description: 'Names of domains with the purpose `sign_in`' }),
};

const given = {
  issuer: webAddress.meta({ description: 'Of OpenID Connect' }),
  clientId: line(500),
  clientSecret: z.string().min(1).max(1000),
  metadataUrl: webAddress.nullable().meta({ description: 'Of SAML. It is read again every day' }),
  metadata: z.string().max(maxMetadataLength).meta({ description: 'The XML of SAML, instead of its URL' }),
  allowsUnsolicited: z.boolean(),
};

export const newIdentityProvider = z.object({
  kind: z.enum(['oidc', 'saml']),
  name: shared.name,
  createsUsers: shared.createsUsers.default(true),
  defaultRole: shared.defaultRole.default('user'),
  roleMapping: shared.roleMapping.default([]),
  attributes: shared.attributes.default({}),
  domains: shared.domains.default([]),
  ...z.object(given).partial().shape,
});

export const identityProviderChanges = z
  .object({
    ...shared,
    ...given,
    isEnabled: z.boolean(),
    isEnforced: z.boolean(),
    breakGlassUserUuid: z.string().max(60).nullable(),
  })
  .partial();

const ours = {
  origin: 'ours',
  tag: 'Single sign-on',
  access: requireScopes('admin:full'),
  may: 'admin',
} as const;
const onProvider = { params: { uuid: uuidParam('Identity provider') } };
const ownersOnly = {
  403: 'Only owners can do this, because an identity provider can sign in as anyone.',
} as const;
const providerNotFound = { 404: 'Identity provider not found.' } as const;

export const listIdentityProviders = declareRoute({
  ...ours,
  method: 'GET',
  path: '/identity-providers',
  summary: 'List identity providers',
  returns: paginated(identityProvider),
});

export const createIdentityProvider = declareRoute({
  ...ours,
  method: 'POST',
  path: '/identity-providers',
  summary: 'Connect an identity provider',
  description:
    'OpenID Connect needs `issuer`, `clientId` and `clientSecret`; SAML needs `metadataUrl` or `metadata`, now or later. A new connection is disabled. In a session, this needs a sign-in within the last 15 minutes.',
  body: newIdentityProvider,
  returns: created('resource', identityProvider),
  fails: ownersOnly,
  examples: { body: { kind: 'saml', name: 'Okta', metadataUrl: 'https://juniper.okta.example/metadata' } },
});

export const readIdentityProvider = declareRoute({
  ...ours,
  ...onProvider,
  method: 'GET',
  path: '/identity-providers/{uuid}',
  summary: 'Read an identity provider',
  returns: ok('resource', identityProvider),
  fails: providerNotFound,
});

export const updateIdentityProvider = declareRoute({
  ...ours,
  ...onProvider,
  method: 'PATCH',
  path: '/identity-providers/{uuid}',
  summary: 'Change an identity provider',
  description:
    'Omitted fields stay as they are. Disabling it ends the sessions that it began. `isEnforced` needs a verified domain and `breakGlassUserUuid`, an owner with a password or passkey. In a session, this needs a sign-in within the last 15 minutes.',
  body: identityProviderChanges,
  returns: ok('resource', identityProvider),
  fails: { ...ownersOnly, ...providerNotFound },
  examples: { body: { isEnabled: true } },
});

export const deleteIdentityProvider = declareRoute({
  ...ours,
  ...onProvider,
  method: 'DELETE',
  path: '/identity-providers/{uuid}',
  summary: 'Delete an identity provider',
  description:
    'The sessions that it began end. Users stay, and can sign in with a password again. In a session, this needs a sign-in within the last 15 minutes.',
  returns: message('Identity provider deleted.'),
  fails: { ...ownersOnly, ...providerNotFound },
});

const check = z.object({
  name: z.enum(['discovery', 'keys', 'metadata', 'certificates', 'domains']),
  isPassed: z.boolean(),
  problem: z
    .enum(['unreadable', 'no_pkce', 'no_keys', 'no_metadata', 'expired', 'no_domain'])
    .nullable()
    .meta({ description: 'What is missing; null if it passed' }),
  reason: z.string().nullable().meta({ description: 'Why something is `unreadable`, for administrators' }),
  message: z.string(),
});

export const testIdentityProvider = declareRoute({
  ...ours,
  ...onProvider,
  method: 'POST',
  path: '/identity-providers/{uuid}/test',
  summary: 'Test an identity provider',
  description:
    'Reads what the provider publishes and says what is missing. To try a sign-in, open `service.testUrl` in a browser.',
  returns: ok('resource', z.object({ isPassed: z.boolean(), checks: z.array(check) })),
  fails: providerNotFound,
});
