import type { Answer, TestApp } from './harness.ts';
import { setPassword, signIn, withCookie } from './session.ts';

/** A directory, as it calls `/scim/v2` with a token that an owner created in the dashboard. */
export interface Directory {
  readonly token: string;
  readonly tokenId: string;
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export async function createDirectory(
  app: TestApp,
  name = 'Entra ID',
  owner = 'mara@juniper.example',
): Promise<Directory> {
  const password = 'correct horse battery staple';
  await setPassword(app, owner, password);
  const { cookie } = await signIn(app, owner, password);
  const { status, body } = await app.post('/scim-tokens', { name }, withCookie(cookie));
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { ...connectDirectory(app, body.token), tokenId: body.resource.uuid };
}

/** With any token, or none. */
export function connectDirectory(app: TestApp, token: string | null): Omit<Directory, 'tokenId'> {
  return {
    token: token ?? '',
    async send(method, path, body, headers = {}) {
      const answer = await app.inject({
        method: method as 'GET',
        url: `/scim/v2${path}`,
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/scim+json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const isScim = String(answer.headers['content-type']).startsWith('application/scim+json');
      return isScim ? { ...answer, body: JSON.parse(answer.body as string) as Answer['body'] } : answer;
    },
  };
}

export const patchOp = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});

/** As Entra ID creates a user. */
export const entraUser = (name: string, fields: object = {}) => ({
  schemas: [
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  ],
  externalId: `entra-${name}`,
  userName: `${name}@fern.example`,
  active: true,
  displayName: `${name} Fern`,
  emails: [{ primary: true, type: 'work', value: `${name}@fern.example` }],
  meta: { resourceType: 'User' },
  name: { formatted: `${name} Fern`, familyName: 'Fern', givenName: name },
  roles: [],
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Design' },
  ...fields,
});

/** As Okta creates a user, and later replaces them. */
export const oktaUser = (name: string, fields: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `${name}@fern.example`,
  name: { givenName: name, familyName: 'Fern' },
  emails: [{ primary: true, value: `${name}@fern.example`, type: 'work' }],
  displayName: `${name} Fern`,
  locale: 'en-US',
  externalId: `00u-${name}`,
  groups: [],
  password: 'ignored-1mz050nq',
  active: true,
  ...fields,
});
