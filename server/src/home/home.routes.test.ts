import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';

const app = useApp({ clock: fixedClock, manualEffects: true });
const { stringify } = JSON;

const [mara, aiko] = ['mara@juniper.example', 'aiko@juniper.example'];
let [aikoToken, neighbour] = ['', ''];
const query = (text: string, values: unknown[] = []) => app.runtime.database.pool.query(text, values);

interface Item {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
}

const attention = async (token?: string): Promise<Item[]> => {
  const { status, body } = await app.get('/attention', token ? { token } : {});
  expect(status).toBe(200);
  return body.attention;
};

const addWebhook = (name: string, email: string, fields: string) =>
  query(
    `insert into webhook (workspace_id, id, member_id, name, callback_url, scope, events, secret_sealed, ${fields.split('=')[0]})
     select workspace_id, gen_random_uuid(), id, $1, 'https://hooks.example.com/', 'user', '{invitee.scheduled}', '', ${fields.split('=')[1]}
     from member where email = $2`,
    [name, email],
  );

beforeAll(async () => {
  aikoToken = await app.tokenOf(aiko, ['events:read', 'webhooks:read']);
  neighbour = (await createNeighbour(app.runtime)).token;
});

describe('GET /attention', () => {
  test('200: nothing while everything works', async () => {
    expect(await attention()).toEqual([]);
  });

  test('200: webhooks that fail or were disabled, not those that a user disabled; each to those who may read it', async () => {
    await addWebhook('Failing', mara, `failing_since, failures='2027-01-10T00:00:00Z', 3`);
    await addWebhook('Gone', aiko, `disabled_at, disabled_reason='2027-01-11T00:00:00Z', 'Nothing arrived.'`);
    await addWebhook(
      'Off',
      mara,
      `disabled_at, disabled_reason='2027-01-11T00:00:00Z', 'Disabled manually.'`,
    );
    await addWebhook('Fine', mara, `failures=0`);
    expect(await attention()).toEqual([
      {
        kind: 'webhook_disabled',
        id: expect.any(String),
        title: 'Gone',
        detail: 'Nothing arrived.',
        since: '2027-01-11T00:00:00.000000Z',
        url: expect.stringMatching(/^http:\/\/localhost:4000\/app\/developers\/webhooks\/[0-9a-f-]{36}$/),
      },
      expect.objectContaining({
        kind: 'webhook_failing',
        title: 'Failing',
        detail: '3 deliveries in a row failed.',
      }),
    ]);
    expect((await attention(aikoToken)).map(({ title }) => title)).toEqual(['Gone']);
    expect(await attention(neighbour)).toEqual([]);
    await query('delete from webhook');
  });

  test('200: video calls to come without a link, to their hosts, until there is one', async () => {
    const page = await createPage(app, { title: 'Linkless', locations: [{ type: 'ZOOM' }] });
    const { uuid } = (await bookPage(app, page, { location: 'ZOOM' })).body;
    expect(await attention()).toEqual([
      expect.objectContaining({ kind: 'link_missing', id: uuid, title: 'Linkless' }),
    ]);
    expect(await attention(aikoToken)).toEqual([]);
    const location = { type: 'ZOOM', joinUrl: 'https://zoom.example/j/1' };
    expect((await app.patch(`/scheduled-events/${uuid}`, { location })).status).toBe(200);
    expect(await attention()).toEqual([]);
    await app.put(`/scheduled-events/${uuid}/cancel`, {});
  });

  test('200: mail that could not be sent, until it is sent again or a week is over', async () => {
    const page = await createPage(app, { title: 'Mail' });
    const { uuid } = (await bookPage(app, page, { email: 'gone@okafor.example' })).body;
    await app.runEffects();
    await query(
      `update mail_message set status = 'failed', last_error = '550 No such user', created_at = '2027-01-10'
       where to_email = 'gone@okafor.example'`,
    );
    const [item, ...more] = await attention();
    expect(more).toEqual([]);
    expect(item).toMatchObject({
      kind: 'mail_failed',
      title: 'gone@okafor.example',
      detail: '550 No such user',
    });
    expect(await attention(aikoToken)).toEqual([]);
    await app.put(`/scheduled-events/${uuid}/handover`, {
      newHostEmail: aiko,
      requireHostAvailability: false,
    });
    expect((await attention(aikoToken)).map(({ kind }) => kind)).toEqual(['mail_failed']);
    expect((await app.post(`/mail/${item?.id}/resend`, {})).status).toBe(201);
    expect(await attention()).toEqual([]);
    await query(`update mail_message set status = 'failed', created_at = '2027-01-01'`);
    expect(await attention()).toEqual([]);
  });

  test('200: effects and jobs that were given up, for owners and admins', async () => {
    const { rows } = await query(`select workspace_id from member where email = $1`, [mara]);
    const workspaceId = String(rows[0].workspace_id);
    await query(
      `insert into outbox (workspace_id, stream, id, name, payload, actor_kind, attempts, failed_at, error)
       values ($1, 'x', gen_random_uuid(), 'invitee.scheduled', '{}', 'visitor', 9, '2027-01-10', 'crm: no')`,
      [workspaceId],
    );
    await query(`select graphile_worker.add_job('crm.import', $1, max_attempts => 1)`, [
      stringify({ workspaceId }),
    ]);
    await query(
      `update graphile_worker._private_jobs set attempts = 1, last_error = 'Broken' where max_attempts = 1`,
    );
    const found = await attention();
    expect(found.map(({ kind, title }) => [kind, title])).toEqual([
      ['effect_failed', 'invitee.scheduled'],
      ['job_failed', 'crm.import'],
    ]);
    expect(await attention(aikoToken)).toEqual([]);
    expect(await attention(neighbour)).toEqual([]);
    const token = await app.tokenOf(mara, ['users:read']);
    expect(await attention(token)).toEqual([]);
    await query('delete from outbox');
  });
});

describe('GET /first-steps', () => {
  const steps = async (token?: string): Promise<Record<string, boolean>> => {
    const { status, body } = await app.get('/first-steps', token ? { token } : {});
    expect(status).toBe(200);
    for (const { url } of body.steps) expect(url).toMatch(/^http:\/\/localhost:4000\/app\//);
    return Object.fromEntries(
      body.steps.map((step: { key: string; isDone: boolean }) => [step.key, step.isDone]),
    );
  };

  test('200: each is done by what was set up', async () => {
    const email = 'new@juniper.example';
    await app.post('/organizations/users', {
      email,
      firstName: 'New',
      lastName: 'User',
      timezone: 'UTC',
      role: 'user',
    });
    const token = await app.tokenOf(email, ['event-types:write', 'schedules:write']);
    expect(await steps(token)).toEqual({
      profile: false,
      hours: false,
      calendar: false,
      page: false,
      link: false,
    });
    const { body } = await app.get('/organizations/users?per_page=100');
    const { uuid } = body.collection.find((user: { email: string }) => user.email === email);
    await app.patch(`/organizations/users/${uuid}`, { timezone: 'Europe/Berlin' });
    expect(await steps(token)).toMatchObject({ profile: true, hours: false });
    await app.patch('/schedules/default', {
      email,
      weekly_hours: [{ day: 'Fri', timesets: [['09:00', '12:00']] }],
    });
    expect(await steps(token)).toMatchObject({ hours: true, page: false });
    const page = await app.post('/event-types', { title: 'First', duration: 30 }, { token });
    expect(await steps(token)).toMatchObject({ page: true, link: false });
    await app.post('/links', { eventTypeUuid: page.body.resource.uuid });
    expect(await steps(token)).toMatchObject({ calendar: false });
    await query(
      `insert into calendar_connection (workspace_id, id, member_id, provider, account_key, account, secret_sealed)
       select workspace_id, gen_random_uuid(), id, 'ics', 'x', 'x', '' from member where email = $1`,
      [email],
    );
    expect(await steps(token)).toEqual({
      profile: true,
      hours: true,
      calendar: true,
      page: true,
      link: true,
    });
  });

  test('200: owners and admins are asked for others as well', async () => {
    expect(await steps()).toMatchObject({ team: true });
    expect(await steps(neighbour)).toMatchObject({ team: false });
  });

  test('200: what nobody else can see is confirmed by oneself; 404: a step that one does not have', async () => {
    const email = 'confirms@juniper.example';
    await app.post('/organizations/users', { email, firstName: 'Con', lastName: 'Firms' });
    const token = await app.tokenOf(email, ['events:read']);
    const before = await steps(token);
    expect(before).toMatchObject({ hours: false, link: false });
    for (let times = 0; times < 2; times++) {
      expect((await app.put('/first-steps/hours', {}, { token })).status).toBe(200);
    }
    expect(await steps(token)).toEqual({ ...before, hours: true });
    for (const key of ['team', 'nothing']) {
      const { status, body } = await app.put(`/first-steps/${key}`, {}, { token });
      expect([status, body.message]).toEqual([404, 'Step not found.']);
    }
  });
});
