import { beforeAll, describe, expect, test } from 'vitest';
import { useApp, type Answer } from '../../test/harness.ts';
import {
  createCustomer,
  createPlatform,
  exchangeFor,
  productOrigin,
  type TestPlatform,
} from '../../test/platform.ts';
import { executeSql } from '../../test/postgres.ts';

const app = useApp();
let platform: TestPlatform;
let customer: Awaited<ReturnType<typeof createCustomer>>;

beforeAll(async () => {
  platform = await createPlatform(app);
  customer = await createCustomer(platform);
});

const createLink = (user = customer.user, area = 'availability') =>
  platform.call('POST', `${customer.users}/${user}/embed-links`, { area });

async function createAddress(user?: string, area?: string): Promise<string> {
  const { body } = await createLink(user, area);
  return String(body.resource.url).slice(app.runtime.config.publicUrl.length);
}

const open = (url: string, headers: Record<string, string> = {}): Promise<Answer> =>
  app.inject({ url, headers: { accept: 'text/html', ...headers } });

/** What the program starts with. */
function readStart({ body }: Answer) {
  const text = /<script type="application\/json" id="start">(.*?)<\/script>/s.exec(String(body))?.[1];
  return JSON.parse(text ?? '{}') as {
    embed?: { token: string; origins: string[] };
    session?: { email: string };
  };
}

const policyOf = ({ headers }: Answer): string => String(headers['content-security-policy']);

describe('an embed link', () => {
  test('201: shows an area as the user, in frames of the sites that the operator allowed', async () => {
    const { status, body } = await createLink();
    expect(status).toBe(201);
    expect(body.resource.url).toMatch(/^http:\/\/localhost:4000\/app\/availability\?embed=dbe_\w{46}$/);
    const page = await open(String(body.resource.url).slice(app.runtime.config.publicUrl.length));
    expect(page.status).toBe(200);
    expect(policyOf(page)).toContain(`frame-ancestors 'self' ${productOrigin}`);
    expect(page.headers['x-frame-options']).toBeUndefined();
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['set-cookie']).toBeUndefined();
    const { embed, session } = readStart(page);
    expect(session?.email).toBe('piet@sorrel.example');
    expect(embed?.origins).toEqual([productOrigin]);
  });

  test('its token does what the area needs, and nothing else', async () => {
    const { embed } = readStart(await open(await createAddress(customer.owner)));
    const { token = '' } = embed ?? {};
    expect((await app.get('/schedules', { token })).status).toBe(200);
    expect((await app.get('/session', { token })).body.resource.email).toBe('olga@sorrel.example');
    for (const path of ['/audit-log', '/apps', '/platform/workspaces', '/webhooks'])
      expect((await app.get(path, { token })).status).toBe(403);
    expect((await app.post('/event-types', { title: 'No', duration: 30 }, { token })).status).toBe(403);
    expect((await app.patch('/organization', { name: 'No' }, { token })).status).toBe(403);
  });

  test('410: works once, also of many at once; a used one shows nothing', async () => {
    const address = await createAddress();
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(address)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410, 410]);
    const used = await open(address);
    expect(used.status).toBe(410);
    expect(readStart(used)).toEqual({});
    expect(String(used.body)).not.toMatch(/<form|class="btn"/);
    expect(policyOf(used)).toContain('frame-ancestors *');
  });

  test('410: a session doesn’t open the dashboard in a frame by a wrong key', async () => {
    const page = await open('/app/availability?embed=dbe_wrong', { cookie: 'daybook_session=x' });
    expect(page.status).toBe(410);
    expect(readStart(page)).toEqual({});
  });

  test('410: after a minute', async () => {
    const address = await createAddress();
    await executeSql(
      app.connection,
      `update grant_secret set expires_at = now() - interval '1 second' where kind = 'embed'`,
    );
    expect((await open(address)).status).toBe(410);
  });

  test('ends with the user, the workspace and the platform', async () => {
    const fields = { externalId: 'leaver', email: 'lena@sorrel.example', firstName: 'Lena', lastName: '' };
    const { uuid } = (await platform.call('POST', customer.users, fields)).body.resource;
    const [before, after] = [await createAddress(uuid), await createAddress(uuid)];
    const { token = '' } = readStart(await open(before)).embed ?? {};
    await platform.call('PATCH', `${customer.users}/${uuid}`, { isActive: false });
    expect((await app.get('/schedules', { token })).status).toBe(401);
    expect((await open(after)).status).toBe(410);
    expect((await createLink(uuid)).status).toBe(409);
    const address = await createAddress();
    await platform.call('PATCH', `/workspaces/${customer.workspace}`, { isSuspended: true });
    expect((await open(address)).status).toBe(410);
    await platform.call('PATCH', `/workspaces/${customer.workspace}`, { isSuspended: false });
  });

  test('403: an app without the scopes of the area; 422: an unknown area', async () => {
    const limited = await createPlatform(app, 'Limited', { scopes: ['booking'] });
    const { users, user } = await createCustomer(limited);
    const refused = await limited.call('POST', `${users}/${user}/embed-links`, { area: 'pages' });
    expect(refused.status).toBe(403);
    expect((await createLink(customer.user, 'billing')).status).toBe(422);
  });

  test('is no token, and a token is no embed link', async () => {
    const key = (await createAddress()).split('embed=')[1] ?? '';
    expect((await app.get('/whoami', { token: key })).status).toBe(401);
    const { body } = await exchangeFor(app, platform.client, customer.workspace, customer.user);
    expect((await open(`/app/availability?embed=${body.access_token}`)).status).toBe(410);
  });
});

test('the dashboard without a link can’t be framed, by anyone', async () => {
  for (const path of ['/app', '/app/availability', '/app/security', '/oauth/authorize']) {
    const page = await open(path);
    expect(policyOf(page)).toContain(`frame-ancestors 'none'`);
    expect(page.headers['x-frame-options']).toBe('DENY');
  }
});
