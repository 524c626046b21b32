import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, buildBooking, fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { castVote, createPoll } from '../../test/polls.ts';

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

  test('200: booking requests, to the hosts who can answer them, until they have', async () => {
    const page = await createPage(app, { title: 'Asked', requiresConfirmation: true });
    const { uuid } = (await app.post('/booking-requests', buildBooking(page))).body.resource;
    expect(await attention()).toEqual([
      expect.objectContaining({ kind: 'request_open', id: uuid, title: 'Ines Okafor', detail: 'Asked' }),
    ]);
    expect(await attention(aikoToken)).toEqual([]);
    expect(await attention(neighbour)).toEqual([]);
    expect((await app.put(`/booking-requests/${uuid}/decline`, {})).status).toBe(200);
    expect(await attention()).toEqual([]);
  });

  test('200: polls with votes, once their deadline has passed, until a time is picked', async () => {
    const page = await createPage(app, { title: 'Polled', bookingWindow: { type: 'unlimited' } });
    const poll = await createPoll(app, page, { deadline: '2027-02-01T00:00:00Z' });
    const open = await createPoll(app, page, { title: 'Open end' });
    expect(await attention()).toEqual([]);
    for (const each of [poll, open]) expect((await castVote(app, each)).status).toBe(201);
    expect(await attention()).toEqual([
      expect.objectContaining({
        kind: 'poll_open',
        id: open.uuid,
        title: 'Open end',
        count: 1,
        detail: '1 vote.',
      }),
    ]);
    await query(`update poll set deadline = '2027-01-10' where id = $1`, [poll.uuid]);
    expect((await attention()).map(({ id }) => id)).toEqual([poll.uuid, open.uuid]);
    expect(await attention(aikoToken)).toEqual([]);
    for (const { uuid } of [poll, open]) await app.put(`/polls/${uuid}/cancel`, {});
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
    await addWebhook(
      'Ended',
      mara,
      `disabled_at, disabled_reason='2027-01-09T00:00:00Z', 'Its URL responded with 410 Gone.'`,
    );
    await addWebhook('Fine', mara, `failures=0`);
    expect(await attention()).toEqual([
      {
        kind: 'webhook_disabled',
        id: expect.any(String),
        title: 'Gone',
        detail: 'Nothing arrived.',
        reason: null,
        count: null,
        dates: [],
        error: 'Nothing arrived.',
        since: '2027-01-11T00:00:00.000000Z',
        url: expect.stringMatching(/^http:\/\/localhost:4000\/app\/developers\/webhooks\/[0-9a-f-]{36}$/),
      },
      expect.objectContaining({
        kind: 'webhook_failing',
        title: 'Failing',
        detail: '3 deliveries in a row failed.',
        count: 3,
      }),
      expect.objectContaining({ kind: 'webhook_disabled', title: 'Ended', reason: 'url_gone', error: null }),
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
      error: '550 No such user',
      url: 'http://localhost:4000/app/developers/mail?recipient=gone%40okafor.example',
    });
    expect(await attention(aikoToken)).toEqual([]);
    await app.put(`/scheduled-events/${uuid}/handover`, {
      newHostEmail: aiko,
      requireHostAvailability: false,
    });
    expect(await attention(aikoToken)).toEqual([
      expect.objectContaining({ kind: 'mail_failed', url: `http://localhost:4000/app/events/${uuid}` }),
    ]);
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
    for (const [index, { id }] of found.entries()) {
      const retry = (as?: string) => app.post(`/attention/${id}/retry`, {}, as ? { token: as } : {});
      const writer = await app.tokenOf(aiko, ['events:write']);
      expect([(await retry(neighbour)).status, (await retry(writer)).status]).toEqual([404, 403]);
      expect((await retry()).status).toBe(200);
      expect((await retry()).status).toBe(404);
      expect(await attention()).toHaveLength(found.length - 1 - index);
    }
    const { rows: jobs } = await query(
      `select attempts, run_at <= now() as "isDue" from graphile_worker._private_jobs where max_attempts = 1`,
    );
    expect(jobs).toEqual([{ attempts: 0, isDue: true }]);
    await query('delete from outbox');
    await query('delete from graphile_worker._private_jobs where max_attempts = 1');
  });
});

describe('GET /scheduled-events/{uuid}/briefing', () => {
  const brief = async (uuid: string, token?: string) =>
    app.get(`/scheduled-events/${uuid}/briefing`, token ? { token } : {});
  let [booked, earlier] = [{ uuid: '', invitees: [{ uuid: '' }] }, { uuid: '' }];
  let person = { id: '', company: { id: '' } };

  beforeAll(async () => {
    const page = await createPage(app, { title: 'Known', duration: 30 });
    const ines = { name: 'Nia Falk', email: 'nia@falkwerk.example' };
    earlier = (await bookPage(app, page, { ...ines, start: '11:00' })).body;
    booked = (await bookPage(app, page, { ...ines, start: '12:00' })).body;
    await app.runEffects();
    for (const table of ['crm_meeting', 'scheduled_event']) {
      await query(
        `update ${table} set starts_at = '2026-12-01 09:00Z', ends_at = '2026-12-01 09:30Z'
         where ${table === 'crm_meeting' ? 'event_id' : 'id'} = $1`,
        [earlier.uuid],
      );
    }
    [person] = (await app.get('/crm/people?search=Nia')).body.collection;
    await app.patch(`/crm/people/${person.id}`, { jobTitle: 'Head of Print' });
  });

  test('200: job title, company, last meeting and the latest note on the person or one of their events', async () => {
    const facts = {
      inviteeUuid: booked.invitees[0]?.uuid,
      personId: person.id,
      name: 'Nia Falk',
      jobTitle: 'Head of Print',
      company: { id: person.company.id, name: 'Falkwerk' },
      meetings: 1,
      noShows: 0,
      lastMeeting: { title: 'Known', startTime: '2026-12-01T09:00:00.000000Z', eventUuid: earlier.uuid },
    };
    expect((await brief(booked.uuid)).body.people).toEqual([{ ...facts, lastNote: null }]);
    await app.post('/notes', {
      relation: 'event',
      uuid: earlier.uuid,
      note: '<p>Wants <b>matte</b> paper</p><p>R&amp;D too</p>',
    });
    const note = { author: 'Mara Lindqvist', createdAt: expect.any(String) };
    expect((await brief(booked.uuid)).body.people[0].lastNote).toEqual({
      ...note,
      text: 'Wants matte paper R&D too',
    });
    await app.post(`/crm/people/${person.id}/notes`, { note: `Prefers mornings. ${'x'.repeat(400)}` });
    const { lastNote } = (await brief(booked.uuid)).body.people[0];
    expect(lastNote).toMatchObject({ ...note, text: expect.stringMatching(/^Prefers mornings\. x+…$/) });
    expect(lastNote.text).toHaveLength(280);
    // What is to come is no last meeting, and neither is one that was missed.
    expect((await brief(earlier.uuid)).body.people[0]).toMatchObject({ meetings: 0, lastMeeting: null });
    await query('update crm_meeting set is_no_show = true where event_id = $1', [earlier.uuid]);
    expect((await brief(booked.uuid)).body.people[0]).toMatchObject({
      meetings: 0,
      noShows: 1,
      lastMeeting: null,
    });
    await query('update crm_meeting set is_no_show = false where event_id = $1', [earlier.uuid]);
  });

  test('200: only what the caller can read; 403 and 404 as for the event', async () => {
    const events = await app.tokenOf(mara, ['events:read']);
    expect((await brief(booked.uuid, events)).body.people).toEqual([]);
    const colleague = await app.tokenOf(aiko, ['events:read', 'crm:read', 'notes:read']);
    expect((await brief(booked.uuid, colleague)).status).toBe(403);
    expect((await brief(booked.uuid, neighbour)).status).toBe(404);
    expect((await brief('dbk-AAAAAAAAAAAAAAAA')).status).toBe(404);
    await app.put(`/scheduled-events/${booked.uuid}/handover`, {
      newHostEmail: aiko,
      requireHostAvailability: false,
    });
    // A host reads people, but neither opens another host's event nor reads its notes.
    await query('delete from crm_note');
    const [known] = (await brief(booked.uuid, colleague)).body.people;
    expect(known).toMatchObject({
      jobTitle: 'Head of Print',
      lastMeeting: { eventUuid: null },
      lastNote: null,
    });
    await app.patch('/crm/objects/companies', { permissions: { user: 'none' } });
    expect((await brief(booked.uuid, colleague)).body.people[0].company).toBeNull();
    await app.patch('/crm/objects/people', { permissions: { user: 'none' } });
    expect((await brief(booked.uuid, colleague)).body.people).toEqual([]);
    await app.patch('/crm/objects/people', { permissions: { user: 'write' } });
    await app.patch('/crm/objects/companies', { permissions: { user: 'write' } });
    await query('update workspace set crm_enabled = false');
    expect((await brief(booked.uuid)).body.people).toEqual([]);
    await query('update workspace set crm_enabled = true');
  });
});

describe('GET /first-steps', () => {
  const steps = async (token?: string): Promise<Record<string, boolean>> => {
    const { status, body } = await app.get('/first-steps', token ? { token } : {});
    expect(status).toBe(200);
    for (const { url } of body.steps) expect(url).toMatch(/^http:\/\/localhost:4000\/app(?:\/|$)/);
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
      tour: false,
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
      // Users who have set up everything know their way.
      tour: true,
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
    expect((await app.put('/first-steps/tour', {}, { token })).status).toBe(200);
    expect(await steps(token)).toEqual({ ...before, hours: true, tour: true });
    for (const key of ['team', 'nothing']) {
      const { status, body } = await app.put(`/first-steps/${key}`, {}, { token });
      expect([status, body.message]).toEqual([404, 'Step not found.']);
    }
  });
});
