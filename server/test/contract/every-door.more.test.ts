import { describe, expect, test } from 'vitest';
import { useApp } from '../harness.ts';
import { findLinkTo } from '../mail.ts';
import { connect, createClient, refresh } from '../oauth.ts';
import { ownerToken } from '../runtime.ts';
import { createDirectory, patchOp } from '../scim.ts';
import { setPassword, signIn, withCookie } from '../session.ts';
import { deliverUntil } from '../../src/webhooks/delivery/test-deliveries.ts';
import { useReceiver } from '../../src/webhooks/delivery/test-receiver.ts';
import { forgetCalendarsJob } from '../../src/calendars/forget.jobs.ts';
import { insertLease } from '../../src/calendars/leases.store.ts';
import { getStreams } from '../../src/live/streams.ts';
import type { Actor } from '../../src/platform/auth/actor.ts';
import { authenticate } from '../../src/platform/auth/authenticate.ts';
import { runInWorkspace } from '../../src/platform/context.ts';
import { generateUuid } from '../../src/platform/ids.ts';

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
    app.post(
      '/webhooks',
      { callbackUrl: `${receiver.url}/${count}/${scope}`, scope, events: ['invitee.scheduled'] },
      as,
    );
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
  const link = await app.post('/links', { eventTypeUuid: page.body.resource.uuid }, as);
  const workflow = await app.post(
    '/workflows',
    {
      name: `Flow ${count}`,
      trigger: { on: 'booked' },
      steps: [{ kind: 'mail', to: 'person', texts: { en: { subject: 'Hello', body: 'Hello.' } } }],
    },
    as,
  );
  const made = [organizationHook, ownHook, ownApp, catcher, task, form, page, link, workflow];
  for (const { status, body } of made) if (status !== 201) throw new Error(JSON.stringify(body));
  await app.post('/invitations', { email: `friend${count}@elm.example`, role: 'user' }, as);
  const calendarId = generateUuid();
  await app.runtime.database.pool.query(
    `insert into calendar_connection (workspace_id, id, member_id, provider, account_key, account, secret_sealed)
     select workspace_id, $2, id, 'ics', 'k', 'x', '\\x00' from member where id = $1`,
    [uuid, calendarId],
  );
  return {
    email,
    uuid: String(uuid),
    cookie,
    token,
    access: tokens.access_token as string,
    refresh: tokens.refresh_token as string,
    client,
    feedPath: new URL(feed).pathname,
    catcherPath: new URL(catcher.body.resource.url as string).pathname,
    linkToken: link.body.resource.token as string,
    invitation: (await findLinkTo(app, `friend${count}@elm.example`)).token,
    workflowId: workflow.body.resource.uuid as string,
    calendarId,
    page: { ownerSlug: slug as string, eventTypeSlug: page.body.resource.slug as string },
    organizationHook: organizationHook.body.resource.uuid as string,
    ownHook: ownHook.body.resource.uuid as string,
    appId: ownApp.body.resource.uuid as string,
    taskId: task.body.task.uuid as string,
    formId: form.body.resource.uuid as string,
  };
}

type BusyUser = Awaited<ReturnType<typeof createBusyUser>>;

/** The status at each door: 200 as long as the user is in. A refresh token is good for one knock. */
async function knock(user: BusyUser, refreshToken: string): Promise<Record<string, number>> {
  const mcp = (token: string) =>
    app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
  const visit = async (url: string) =>
    (await app.inject({ url, headers: { accept: 'text/html' }, remoteAddress: '203.0.113.9' })).status;
  const { ownerSlug, eventTypeSlug } = user.page;
  return {
    session: (await app.get('/session', withCookie(user.cookie))).status,
    dashboard: (await app.get('/organizations/users', withCookie(user.cookie))).status,
    token: (await app.get('/whoami', { token: user.token })).status,
    app: (await app.get('/whoami', { token: user.access })).status,
    refreshedApp: (await refresh(app, user.client, refreshToken)).status,
    mcp: (await mcp(user.token)).status,
    appInMcp: (await mcp(user.access)).status,
    feed: await visit(user.feedPath),
    invitation: (await app.get(`/public/invitations/${user.invitation}`, { token: null })).status,
    webhookCatcher: (await app.inject({ method: 'POST', url: user.catcherPath, payload: {} })).status,
    pages: await visit(`/${ownerSlug}`),
    page: await visit(`/${ownerSlug}/${eventTypeSlug}`),
    pageByApi: (await app.get(`/public/pages/${ownerSlug}/${eventTypeSlug}`, { token: null })).status,
    link: await visit(`/s/${user.linkToken}`),
    linkByApi: (await app.get(`/public/links/${user.linkToken}`, { token: null })).status,
  };
}

const book = ({ page }: Pick<BusyUser, 'page'>, start: string) =>
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

const outside = {
  session: 401,
  dashboard: 401,
  token: 401,
  app: 401,
  refreshedApp: 400,
  mcp: 401,
  appInMcp: 401,
  feed: 404,
  invitation: 409,
  webhookCatcher: 404,
  pages: 404,
  page: 404,
  pageByApi: 404,
  link: 404,
  linkByApi: 404,
};
const inside = Object.fromEntries(Object.keys(outside).map((door) => [door, 200]));

/** Whether the calendars of a connection would be synced now. */
const isSynced = ({ actor }: { readonly actor: Actor }, connectionId: string) =>
  runInWorkspace(app.runtime, actor, (ctx) =>
    insertLease(ctx, connectionId, { id: generateUuid(), until: ctx.now }),
  );

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
    const more = await connect(app, user.client, user.cookie);
    expect(await knock(user, user.refresh)).toEqual(inside);
    expect((await book(user, '10:00')).status).toBeLessThan(300);
    const found = await authenticate(app.runtime.database, user.token);
    if (!found) throw new Error('not authenticated');
    expect(await isSynced(found, user.calendarId)).toBe(true);
    const stream = await getStreams(app.runtime).open({ actor: found.actor, secret: user.token }, undefined);
    const ended = new Promise((resolve) => {
      stream.once('end', resolve);
      stream.resume();
    });
    expect((await deactivate(user)).status).toBeLessThan(300);
    expect(await knock(user, more.tokens.refresh_token)).toEqual(outside);
    await ended;
    expect((await app.get('/live', { token: user.token })).status).toBe(401);
    expect(await isSynced(found, user.calendarId)).toBe(false);
    expect((await book(user, '11:00')).status).toBeGreaterThanOrEqual(400);
    const { answer } = await signIn(app, user.email, password);
    expect(answer.status).toBe(422);
    // What people rely on goes on without its creator.
    const { body } = await app.get(`/webhooks/${user.organizationHook}`);
    expect(body.resource.isActive).toBe(true);
    expect((await app.get(`/webhooks/${user.ownHook}`)).body.resource.isActive).toBe(false);
    expect((await app.get(`/apps/${user.appId}`)).body.resource.createdBy).toBeNull();
    expect((await app.get(`/workflows/${user.workflowId}`)).body.resource.isActive).toBe(true);
    const preview = (await app.get(`/organizations/users/${user.uuid}/departure`)).body.resource;
    expect(listKinds(preview)).toEqual(['calendarConnections', 'routingForms', 'bookingPages']);
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
        { kind: 'invitations', count: 1, outcome: 'ends' },
        { kind: 'personalWebhooks', count: 1, outcome: 'ends' },
        { kind: 'webhookCatchers', count: 1, outcome: 'ends' },
        { kind: 'calendarFeed', count: 1, outcome: 'ends' },
        { kind: 'calendarConnections', count: 1, outcome: 'ends' },
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

test('webhooks of the organization that a deactivated admin created deliver on, unless they were ended; their own don’t', async () => {
  const [kept, ended] = [await createBusyUser(), await createBusyUser()];
  await app.delete(`/organizations/users/${kept.uuid}`);
  await app.delete(`/organizations/users/${ended.uuid}?integrations=end`);
  const { body } = await app.post('/event-types', { title: 'Last', duration: 30 });
  const page = { ownerSlug: 'mara-lindqvist', eventTypeSlug: body.resource.slug as string };
  receiver.received.length = 0;
  expect((await book({ page }, '10:00')).status).toBeLessThan(300);
  const isOf = ({ email }: BusyUser) => `/hook/${/\d+/.exec(email)?.[0]}/`;
  const pathsOf = (user: BusyUser) =>
    receiver.received.map(({ path }) => path).filter((path) => path.startsWith(isOf(user)));
  await deliverUntil(app, () => pathsOf(kept).length > 0);
  expect(pathsOf(kept)).toEqual([`${isOf(kept)}organization`]);
  expect(pathsOf(ended)).toEqual([]);
  const { rows } = await app.runtime.database.pool.query(
    `select from webhook_delivery where webhook_id = any ($1) and status <> 'skipped'`,
    [[kept.ownHook, ended.ownHook, ended.organizationHook]],
  );
  expect(rows).toEqual([]);
});

test('calendars of a deactivated user are forgotten after a week, unless they are back', async () => {
  const [gone, back] = [await createBusyUser(), await createBusyUser()];
  for (const user of [gone, back]) {
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
  const { rows } = await app.runtime.database.pool.query(
    'select member_id from calendar_connection where member_id = any ($1)',
    [[gone.uuid, back.uuid]],
  );
  expect(rows).toEqual([{ member_id: back.uuid }]);
});
