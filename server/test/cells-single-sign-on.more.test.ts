import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashName } from '../src/platform/directory/codes.ts';
import { openCells, type TestCells } from './cells.ts';
import { client, startProvider, type TestProvider } from './identity-provider.ts';

let provider: TestProvider;
let installation: TestCells;
let router: string;

beforeAll(async () => {
  provider = await startProvider('http://localhost:4000/auth/oidc/callback');
  const settings = {
    ...client,
    issuer: provider.issuer,
    domains: [],
    roleClaim: undefined,
    workspace: undefined,
  };
  installation = await openCells(['one', 'two'], { singleSignOn: { ...settings, isOnlyWay: false } });
  for (const cell of installation.cells) await cell.createWorkspace(`owner@${cell.name}.example`);
  router = await installation.startRouter();
}, 60_000);
afterAll(async () => {
  await installation.close();
  await provider.close();
});

/** A browser: follows redirects to the provider and back, with the cookies of both. Returns the paths it visited here. */
async function signInAt(path: string): Promise<{ visited: string[]; cookie: string }> {
  const jars = new Map<string, Map<string, string>>();
  const visited: string[] = [];
  let url = `${router}${path}`;
  for (let hop = 0; hop < 30; hop += 1) {
    const isOurs = url.startsWith(router);
    const jar = jars.get(isOurs ? 'ours' : 'theirs') ?? new Map<string, string>();
    jars.set(isOurs ? 'ours' : 'theirs', jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const method = url.includes('/interaction/') ? 'POST' : 'GET';
    const response = await fetch(url, {
      method,
      headers: { cookie, accept: 'text/html' },
      redirect: 'manual',
    });
    if (isOurs) visited.push(url.slice(router.length).replace(/\?(?!cell).*/, ''));
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location || visited.at(-1) === '/app')
      return { visited: [...visited, String(response.status)], cookie };
    url = new URL(location.replace('http://localhost:4000', router), url).href;
  }
  return { visited, cookie: '' };
}

test('somebody whose account is in another cell than the one they came to is signed in there', async () => {
  for (const name of ['one', 'two']) {
    provider.person = { sub: `sub-${name}`, email: `owner@${name}.example`, email_verified: true };
    const { visited, cookie } = await signInAt('/auth/oidc/start');
    expect(visited.slice(-2)).toEqual(['/app', '200']);
    if (name === 'two') expect(visited).toContain('/auth/oidc/start?cell=two');
    const { resource } = (await (await fetch(`${router}/v2/session`, { headers: { cookie } })).json()) as {
      resource: { email: string };
    };
    expect(resource.email).toBe(`owner@${name}.example`);
  }
});

test('somebody without an account is refused once, and sent nowhere', async () => {
  provider.person = { sub: 'nobody', email: 'nobody@example.org', email_verified: true };
  const { visited } = await signInAt('/auth/oidc/start');
  expect(visited).toEqual(['/auth/oidc/start', '/auth/oidc/callback', '403']);
});

test('a directory that is wrong about somebody sends them to another cell once', async () => {
  provider.person = { sub: 'lost', email: 'lost@example.org', email_verified: true };
  await installation.directory.query(
    `insert into directory.name (kind, value, workspace_id) select 'email', $1, workspace_id from directory.workspace_cell`,
    [hashName('lost@example.org')],
  );
  const { visited } = await signInAt('/auth/oidc/start');
  expect(visited.filter((path) => path.startsWith('/auth/oidc/start'))).toHaveLength(2);
  expect(visited.at(-1)).toBe('403');
});
