import { allowPlatform } from '../src/platforms/public.ts';
import type { Answer, TestApp } from './harness.ts';
import { createClient, identify, sendForm, type TestClient } from './oauth.ts';

/** A product that has scheduling built in, as it calls Daybook. */

export const productOrigin = 'https://product.example';
export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const userType = 'urn:daybook:token-type:user';

const productScopes = [
  'admin:full',
  'users:write',
  'schedules:write',
  'event-types:write',
  'teams:read',
  'booking',
  'timetable',
];

export interface TestPlatform {
  readonly client: TestClient;
  readonly token: string;
  call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Answer>;
}

/** An app that an admin registers for client_credentials. */
export const createServiceApp = (app: TestApp, name: string, scopes: readonly string[] = productScopes) =>
  createClient(app, { name, redirectUris: [], scopes, grantTypes: ['client_credentials'] });

export async function createPlatform(
  app: TestApp,
  name = 'Larkspur',
  { scopes = productScopes, origins = [productOrigin] } = {},
): Promise<TestPlatform> {
  const client = await createServiceApp(app, name, scopes);
  await allowPlatform(app.runtime, client.clientId, origins);
  const { body } = await sendForm(app, '/oauth/token', {
    ...identify(client),
    grant_type: 'client_credentials',
  });
  const token = String(body.access_token);
  const call: TestPlatform['call'] = (method, path, payload) =>
    app.inject({
      method,
      url: `/v2/platform${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    });
  return { client, token, call };
}

export const owner = {
  externalId: 'user-1',
  email: 'olga@sorrel.example',
  firstName: 'Olga',
  lastName: 'Sorrel',
};

export const sorrel = { externalId: 'customer-1', name: 'Sorrel Dental', timezone: 'Europe/Berlin', owner };

/** A workspace of the platform with its owner and a user, by their IDs. */
export async function createCustomer({ call }: TestPlatform, externalId = 'customer-1') {
  const { body } = await call('POST', '/workspaces', { ...sorrel, externalId });
  const workspace = String(body.resource.uuid);
  const users = `/workspaces/${workspace}/users`;
  const { body: made } = await call('POST', users, {
    externalId: 'user-2',
    email: 'piet@sorrel.example',
    firstName: 'Piet',
    lastName: 'Sorrel',
  });
  const { body: owners } = await call('GET', `${users}?externalId=user-1`);
  return {
    workspace,
    users,
    owner: String(owners.collection[0].uuid),
    user: String(made.resource.uuid),
  };
}

/** Asks for a token that acts for a user. */
export function exchangeFor(
  app: TestApp,
  client: TestClient,
  workspace: string,
  user: string,
  more: Record<string, string> = {},
): Promise<Answer> {
  return sendForm(app, '/oauth/token', {
    ...identify(client),
    grant_type: tokenExchange,
    subject_token: user,
    subject_token_type: userType,
    audience: workspace,
    ...more,
  });
}
