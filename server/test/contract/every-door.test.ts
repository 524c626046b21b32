import { describe, expect, test } from 'vitest';
import { useApp } from '../harness.ts';
import { connect, createClient } from '../oauth.ts';
import { ownerToken } from '../runtime.ts';
import { createDirectory, patchOp } from '../scim.ts';
import { setPassword, signIn, withCookie } from '../session.ts';
import { useReceiver } from '../../src/webhooks/delivery/test-receiver.ts';
import { forgetCalendarsJob } from '../../src/calendars/forget.jobs.ts';
import { getStreams } from '../../src/live/streams.ts';
import { authenticate } from '../../src/platform/auth/authenticate.ts';

const app = useApp({ config: { outboundAllow: ['127.0.0.0/8'] } });
const receiver = useReceiver();
const password = 'correct horse battery staple';
let count = 0;

/** A user with one of everything that lets them in, or acts in their name. */
async function createBusyUser() {
  count += 1;
  const email = `busy${count}@juniper.example`;
  const created = await app.post('/organizations/users', {
    email,
    firstName: 'Busy',
    lastName: String(count),
    role: 'admin',
  });
  const { uuid, slug } = created.body.resource;
  await setPassword(app, email, password);
  const { cookie } = await signIn(app, email, password);
  const token = await app.tokenOf(email, ['admin:full', 'tokens:write', 'crm:write']);
  const as = { token };
  const client = await createClient(app);
  const { tokens } = await connect(app, client, cookie);
  const feed = (await app.post('/calendar-feed', undefined, as)).body.url as string;
  const hook = (scope: string) =>
    app.post('/webhooks', { callbackUrl: receiver.url, scope, events: ['invitee.scheduled'] }, as);
  const [organizationHook, ownHook] = [await hook('organization'), await hook('user')];
  const ownApp = await app.post(
    '/apps',
    { name: 'Theirs', scopes: ['booking'], redirectUris: ['https://app.example/back'] },
    as,
  );
  const catcher = await app.post('/webhook-catchers', undefined, as);
  const task = await app.post('/crm/tasks', { title: 'Call back' }, as);
  const form = await app.post(
    '/routing-forms',
    {
      name: `Form ${count}`,
      fields: [{ inputId: 'email', question: 'Your address', type: 'EMAIL_INPUT', isRequired: true }],
      routes: [],
      fallback: { type: 'MESSAGE', headline: 'Thank you.' },
    },
    as,
  );
  const page = await app.post('/event-types', { title: 'Intro', duration: 30 }, as);
  for (const { status, body } of [organizationHook, ownHook, ownApp, catcher, task, form, page])
    if (status !== 201) throw new Error(JSON.stringify(body));
  return {
    email,
    uuid: String(uuid),
    cookie,
    token,
    access: tokens.access_token as string,
    refresh: tokens.refresh_token as string,
    feedPath: new URL(feed).pathname,
    page: { ownerSlug: slug as string, eventTypeSlug: page.body.resource.slug as string },
    organizationHook: organizationHook.body.resource.uuid as string,
    ownHook: ownHook.body.resource.uuid as string,
    appId: ownApp.body.resource.uuid as string,
    taskId: task.body.task.uuid as string,
    formId: form.body.resource.uuid as string,
  };
}

type BusyUser = Awaited<ReturnType<typeof createBusyUser>>;

/** The status at each door: 200 as long as the user is in. */
async function knock(user: BusyUser): Promise<Record<string, number>> {
  const mcp = (token: string) =>
    app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
  return {
    session: (await app.get('/session', withCookie(user.cookie))).status,
    token: (await app.get('/whoami', { token: user.token })).status,
    app: (await app.get('/whoami', { token: user.access })).status,
    mcp: (await mcp(user.token)).status,
    feed: (await app.inject({ url: user.feedPath })).status,
  };
}

const book = ({ page }: BusyUser, start: string) =>
  app.post('/event', {
    ...page,
    date: nextTuesday(),
    start,
    timeZone: 'UTC',
    name: 'Ines Okafor',
    email: 'ines@okafor.example',
  });

function nextTuesday(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + 7 + ((2 - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
}

const inside = { session: 200, token: 200, app: 200, mcp: 200, feed: 200 };
const outside = { session: 401, token: 401, app: 401, mcp: 401, feed: 404 };

describe.each([
  ['DELETE', (user: BusyUser) => app.delete(`/organizations/users/${user.uuid}`)],
  ['PATCH', (user: BusyUser) => app.patch(`/organizations/users/${user.uuid}`, { isActive: false })],
  [
    'SCIM PATCH',
    async (user: BusyUser) => {
      const directory = await createDirectory(app);
      return directory.send(
        'PATCH',
        `/Users/${user.uuid}`,
        patchOp({ op: 'Replace', path: 'active', value: 'False' }),
      );
    },
  ],
  [
    'SCIM DELETE',
    async (user: BusyUser) => (await createDirectory(app)).send('DELETE', `/Users/${user.uuid}`),
  ],
] as const)('deactivated by %s', (_, deactivate) => {
  test('a user is out by every door at once, and a live stream ends', async () => {
    const user = await createBusyUser();
    expect(await knock(user)).toEqual(inside);
    expect((await book(user, '10:00')).status).toBeLessThan(300);
    const found = await authenticate(app.runtime.database, user.token);
    if (!found) throw new Error('not authenticated');
    const stream = await getStreams(app.runtime).open({ actor: found.actor, secret: user.token }, undefined);
    const ended = new Promise((resolve) => {
      stream.once('end', resolve);
      stream.resume();
    });
    expect((await deactivate(user)).status).toBeLessThan(300);
    expect(await knock(user)).toEqual(outside);
    await ended;
    expect((await book(user, '11:00')).status).toBeGreaterThanOrEqual(400);
    const { answer } = await signIn(app, user.email, password);
    expect(answer.status).toBe(422);
    // What people rely on goes on without its creator.
    const { body } = await app.get(`/webhooks/${user.organizationHook}`);
    expect(body.resource.isActive).toBe(true);
    expect((await app.get(`/webhooks/${user.ownHook}`)).body.resource.isActive).toBe(false);
    expect((await app.get(`/apps/${user.appId}`)).body.resource.createdBy).toBeNull();
    const preview = (await app.get(`/organizations/users/${user.uuid}/departure`)).body.resource;
    expect(listKinds(preview)).toEqual(['routingForms', 'bookingPages']);
  });
});

interface Preview {
  readonly items: readonly { readonly kind: string; readonly count: number; readonly outcome: string }[];
}

const listKinds = ({ items }: Preview) => items.map(({ kind }) => kind);

describe('GET /organizations/users/{uuid}/departure', () => {
  test('counts everything that acts in the name of a user, and says what happens to it', async () => {
    const user = await createBusyUser();
    const { status, body } = await app.get(`/organizations/users/${user.uuid}/departure`);
    expect(status).toBe(200);
    expect(body.resource).toEqual({
      openBookings: 0,
      items: [
        { kind: 'sessions', count: 1, outcome: 'ends' },
        { kind: 'tokens', count: 1, outcome: 'ends' },
        { kind: 'connectedApps', count: 1, outcome: 'ends' },
        { kind: 'personalWebhooks', count: 1, outcome: 'ends' },
        { kind: 'webhookCatchers', count: 1, outcome: 'ends' },
        { kind: 'calendarFeed', count: 1, outcome: 'ends' },
        { kind: 'tasks', count: 1, outcome: 'reassigned' },
        { kind: 'routingForms', count: 1, outcome: 'reassigned' },
        { kind: 'webhooks', count: 1, outcome: 'kept' },
        { kind: 'apps', count: 1, outcome: 'kept' },
        { kind: 'bookingPages', count: 1, outcome: 'pauses' },
      ],
    });
  });

  test('404: a user of nobody', async () => {
    expect((await app.get('/organizations/users/K3V9QX0T7ZB2M5A/departure')).status).toBe(404);
  });
});

describe('the choices of DELETE /organizations/users/{uuid}', () => {
  test('handoverTo gets tasks, forms and apps', async () => {
    const [user, heir] = [await createBusyUser(), await createBusyUser()];
    const query = `handoverTo=${encodeURIComponent(heir.email)}`;
    expect((await app.delete(`/organizations/users/${user.uuid}?${query}`)).status).toBe(200);
    expect((await app.get(`/crm/tasks/${user.taskId}`)).body.task.owner.uuid).toBe(heir.uuid);
    expect((await app.get(`/apps/${user.appId}`)).body.resource.createdBy).toBe(heir.email);
    const forms = await app.get('/routing-forms', { token: heir.token });
    expect(forms.body.collection.map(({ uuid }: { uuid: string }) => uuid)).toContain(user.formId);
  });

  test('integrations=end ends webhooks of the organization, apps and SCIM tokens', async () => {
    const user = await createBusyUser();
    await app.patch(`/organizations/users/${user.uuid}`, { role: 'owner' });
    const directory = await createDirectory(app, 'Theirs', user.email);
    const other = await createClient(app);
    expect((await directory.send('GET', '/Users')).status).toBe(200);
    expect((await app.delete(`/organizations/users/${user.uuid}?integrations=end`)).status).toBe(200);
    expect((await directory.send('GET', '/Users')).status).toBe(401);
    expect((await app.get(`/webhooks/${user.organizationHook}`)).body.resource.isActive).toBe(false);
    expect((await app.get(`/apps/${user.appId}`)).status).toBe(404);
    expect((await app.get(`/apps/${other.uuid}`)).status).toBe(200);
  });

  test('without it, a SCIM token goes on and belongs to the organization', async () => {
    const user = await createBusyUser();
    await app.patch(`/organizations/users/${user.uuid}`, { role: 'owner' });
    const directory = await createDirectory(app, 'Ours', user.email);
    expect((await app.delete(`/organizations/users/${user.uuid}`)).status).toBe(200);
    expect((await directory.send('GET', '/Users')).status).toBe(200);
    const { body } = await app.get('/scim-tokens?count=100');
    expect(body.collection.at(-1)).toMatchObject({ name: 'Ours', createdBy: null });
  });

  test('422: nobody, the user themself, and an inactive user get nothing', async () => {
    const [user, gone] = [await createBusyUser(), await createBusyUser()];
    await app.delete(`/organizations/users/${gone.uuid}`);
    for (const email of ['nobody@juniper.example', user.email, gone.email]) {
      const answer = await app.delete(
        `/organizations/users/${user.uuid}?bookings=keep&handoverTo=${encodeURIComponent(email)}`,
      );
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['handoverTo']]);
    }
    expect((await app.get('/session', withCookie(user.cookie))).status).toBe(200);
  });
});

test('calendars of a deactivated user are forgotten after a week, unless they are back', async () => {
  const [gone, back] = [await createBusyUser(), await createBusyUser()];
  for (const user of [gone, back]) {
    await app.runtime.database.pool.query(
      `insert into calendar_connection (workspace_id, id, member_id, provider, account_key, account, secret_sealed)
       select workspace_id, gen_random_uuid(), id, 'ics', 'k', 'x', '\\x00' from member where id = $1`,
      [user.uuid],
    );
    const { body } = await app.get(`/organizations/users/${user.uuid}/departure`);
    expect(listKinds(body.resource)).toContain('calendarConnections');
    await app.delete(`/organizations/users/${user.uuid}`);
  }
  await app.patch(`/organizations/users/${back.uuid}`, { isActive: true });
  const { rows: due } = await app.runtime.database.pool.query<{ days: number }>(
    `select round(extract(epoch from run_at - now()) / 86400)::int as days from graphile_worker.jobs
     where task_identifier = 'calendars.forget'`,
  );
  expect(new Set(due.map(({ days }) => days))).toEqual(new Set([7]));
  const owner = await authenticate(app.runtime.database, ownerToken);
  if (!owner) throw new Error('not authenticated');
  const { workspaceId } = owner.actor;
  for (const { uuid: memberId } of [gone, back])
    await forgetCalendarsJob.run(app.runtime, { workspaceId, memberId });
  const { rows } = await app.runtime.database.pool.query('select member_id from calendar_connection');
  expect(rows).toEqual([{ member_id: back.uuid }]);
});
