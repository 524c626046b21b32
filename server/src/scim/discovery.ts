import { groupSchema, serializeList, userSchema, type Resource } from './view.ts';

/** What this server can do, as directories ask for it (RFC 7643, 5 to 7). */

export const maxResults = 200;

const configSchema = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const typeSchema = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const schemaSchema = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

export function buildProviderConfig(publicUrl: string): Resource {
  return {
    schemas: [configSchema],
    documentationUri: `${publicUrl}/docs/guide/scim`,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'SCIM token',
        description: 'A token that an owner creates in the settings of the workspace.',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${publicUrl}/scim/v2/ServiceProviderConfig` },
  };
}

export function listResourceTypes(publicUrl: string): Resource[] {
  return [
    buildType(publicUrl, 'User', '/Users', userSchema, 'A person who signs in.'),
    buildType(publicUrl, 'Group', '/Groups', groupSchema, 'A group, which can give a team and a role.'),
  ];
}

function buildType(
  publicUrl: string,
  name: string,
  endpoint: string,
  schema: string,
  description: string,
): Resource {
  const location = `${publicUrl}/scim/v2/ResourceTypes/${name}`;
  return {
    schemas: [typeSchema],
    id: name,
    name,
    endpoint,
    description,
    schema,
    meta: { resourceType: 'ResourceType', location },
  };
}

interface Traits {
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference';
  readonly isRequired?: true;
  readonly isReadOnly?: true;
  readonly isList?: true;
  readonly isExact?: true;
  readonly uniqueness?: 'server';
  readonly parts?: readonly Resource[];
}

function attribute(name: string, description: string, traits: Traits = {}): Resource {
  const { type = 'string', isRequired, isReadOnly, isList, isExact, uniqueness = 'none', parts } = traits;
  return {
    name,
    type,
    multiValued: isList ?? false,
    description,
    required: isRequired ?? false,
    caseExact: isExact ?? false,
    mutability: isReadOnly ? 'readOnly' : 'readWrite',
    returned: 'default',
    uniqueness,
    ...(parts && { subAttributes: parts }),
  };
}

const reference = (description: string, resourceType: 'User' | 'Group') => ({
  ...attribute('$ref', description, { type: 'reference', isReadOnly: true }),
  referenceTypes: [resourceType],
});

const userAttributes = [
  attribute('userName', 'The name by which the directory knows the user.', {
    isRequired: true,
    uniqueness: 'server',
  }),
  attribute('name', 'The name of the user.', {
    type: 'complex',
    parts: [
      attribute('formatted', 'The whole name.'),
      attribute('givenName', 'The first name.'),
      attribute('familyName', 'The last name.'),
    ],
  }),
  attribute('displayName', 'The whole name, if no other is given.'),
  attribute('active', 'Whether the user can sign in.', { type: 'boolean' }),
  attribute('emails', 'The primary address is stored, or the one for work.', {
    type: 'complex',
    isList: true,
    parts: [
      attribute('value', 'The email address.'),
      attribute('type', 'Such as work.'),
      attribute('primary', 'Whether it is the primary one.', { type: 'boolean' }),
    ],
  }),
  attribute('timezone', 'An IANA time zone; others are ignored.'),
  attribute('preferredLanguage', 'A language tag; others are ignored.'),
  attribute('groups', 'The groups of the user.', {
    type: 'complex',
    isList: true,
    isReadOnly: true,
    parts: [
      attribute('value', 'The id of the group.', { isReadOnly: true, isExact: true }),
      attribute('display', 'The name of the group.', { isReadOnly: true }),
      attribute('type', 'Always direct.', { isReadOnly: true }),
      reference('The address of the group.', 'Group'),
    ],
  }),
];

const groupAttributes = [
  attribute('displayName', 'The name of the group.', { isRequired: true, uniqueness: 'server' }),
  attribute('members', 'The users in the group.', {
    type: 'complex',
    isList: true,
    parts: [
      attribute('value', 'The id of the user.', { isExact: true }),
      attribute('display', 'The name of the user.', { isReadOnly: true }),
      attribute('type', 'Always User.', { isReadOnly: true }),
      reference('The address of the user.', 'User'),
    ],
  }),
];

export function listSchemas(publicUrl: string): Resource[] {
  return [
    buildSchema(publicUrl, userSchema, 'User', userAttributes),
    buildSchema(publicUrl, groupSchema, 'Group', groupAttributes),
  ];
}

function buildSchema(publicUrl: string, id: string, name: string, attributes: readonly Resource[]): Resource {
  const meta = { resourceType: 'Schema', location: `${publicUrl}/scim/v2/Schemas/${id}` };
  return { schemas: [schemaSchema], id, name, description: name, attributes, meta };
}

export const listAll = (items: readonly Resource[]): Resource => serializeList(items, items.length, 1);
