import { beforeAll, describe, expect, test } from 'vitest';
import { createPage, monday } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';

const clock = { at: monday, now: () => clock.at };
const app = useApp({ clock });

let page = { uuid: '', slug: '' };
beforeAll(async () => {
  page = await createPage(app, { title: 'Saved title', duration: 30 });
});

const preview = (changes: object, token?: string, uuid = page.uuid) =>
  app.post(`/event-types/${uuid}/preview`, { changes }, token ? { token } : {});

const pathOf = async (changes: object): Promise<string> => {
  const { status, body } = await preview(changes);
  expect(status, JSON.stringify(body)).toBe(201);
  const { origin, pathname } = new URL(body.resource.url);
  expect(origin).toBe('http://localhost:4000');
  return pathname;
};

const open = (url: string) => app.inject({ url, headers: { accept: 'text/html' } });
const countRows = async () =>
  (
    await app.runtime.database.pool.query(
      `select (select count(*) from scheduled_event) as events, (select count(*) from question) as questions,
        (select count(*) from audit_entry) as entries`,
    )
  ).rows[0];

describe('POST /event-types/{uuid}/preview', () => {
  test('201: the public page with the changes, while the page itself and everything else stays as it is', async () => {
    const before = await app.get(`/event-types/${page.uuid}/settings`);
    const rows = await countRows();
    const path = await pathOf({
      title: 'Unsaved <title>',
      slug: 'another-slug',
      duration: 45,
      description: '<p>Not yet.</p><script>alert(1)</script>',
      inviteeQuestions: [{ question: 'Which colour?' }],
    });
    const { status, body, headers } = await open(path);
    expect(status).toBe(200);
    expect(body).toContain('Unsaved &lt;title&gt;');
    expect(body).toContain('Not yet.');
    expect(body).not.toContain('alert(1)');
    expect(body).not.toContain('Saved title');
    expect(body).toContain('<meta name="robots" content="noindex">');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/frame-ancestors 'self'$/);
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['cache-control']).toBe('no-store');
    expect((await open(`${path}?date=2027-01-12&time=10:00&zone=Europe/Berlin`)).body).toContain(
      'Which colour?',
    );

    const settings = (answer: { body: { resource: { currentTime: string } } }) => ({
      ...answer.body.resource,
      currentTime: '',
    });
    expect(settings(await app.get(`/event-types/${page.uuid}/settings`))).toEqual(settings(before));
    expect(await countRows()).toEqual(rows);
    const times = await app.get(`/availability/mara-lindqvist/event-types/${page.slug}?startDate=2027-01-12`);
    expect(times.body.duration).toBe(30);
  });

  test('200: its times are those of the changes, also for other months', async () => {
    const path = await pathOf({ duration: 120, minimumNotice: 0, bufferAfter: 60 });
    const token = path.split('/').at(-1);
    const { body } = await open(path);
    expect(body).toContain(`/public/previews/${token}/availability`);
    const query = 'startDate=2027-02-01&endDate=2027-02-01&timeZone=Europe/Berlin';
    const times = await app.inject({ url: `/public/previews/${token}/availability?${query}` });
    expect(times.body).toMatchObject({ duration: 120, availability: [{ date: '2027-02-01' }] });
    expect(times.body.availability[0].slots).toEqual(['09:00', '11:00', '13:00', '15:00']);
  });

  test('201: a page that is switched off can be looked at', async () => {
    const off = await createPage(app, { title: 'Off', isActive: false });
    const { body } = await preview({ isActive: false }, undefined, off.uuid);
    expect((await open(new URL(body.resource.url).pathname)).status).toBe(200);
  });

  test('303: nothing is booked from it', async () => {
    const path = await pathOf({ title: 'No booking' });
    const rows = await countRows();
    const { body } = await open(`${path}?date=2027-01-12&time=10:00&zone=Europe/Berlin`);
    const token = /name="token" value="([^"]+)"/.exec(body)?.[1] ?? '';
    const form = {
      token,
      date: '2027-01-12',
      start: '10:00',
      zone: 'Europe/Berlin',
      name: 'Ines',
      email: 'i@a.example',
    };
    const sent = await app.inject({
      method: 'POST',
      url: path,
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
    expect([sent.status, sent.headers.location]).toEqual([303, path]);
    expect(await countRows()).toEqual(rows);
    const publicly = await app.inject({
      method: 'POST',
      url: `/public/previews/${token}/bookings`,
      payload: {},
    });
    expect(publicly.status).toBe(404);
  });

  test('404: after 30 minutes, for a made-up token, and for one of another purpose', async () => {
    const { body } = await preview({ title: 'Short' });
    expect(body.resource.expiresAt).toBe('2027-01-11T06:30:00.000000Z');
    const path = new URL(body.resource.url).pathname;
    clock.at = new Date(monday.getTime() + 29 * 60_000);
    expect((await open(path)).status).toBe(200);
    clock.at = new Date(monday.getTime() + 30 * 60_000);
    expect((await open(path)).status).toBe(404);
    clock.at = monday;
    expect((await open('/pages/preview/made-up')).status).toBe(404);
    const other = app.runtime.secrets.seal(`1 ${page.uuid} x`).toString('base64url');
    expect((await open(`/pages/preview/${other}`)).status).toBe(404);
  });

  test('404: of a user only the latest five of a page work', async () => {
    const first = await pathOf({ title: 'First of many' });
    for (let count = 0; count < 5; count++) {
      clock.at = new Date(clock.at.getTime() + 1000);
      await pathOf({ title: `Later ${count}` });
    }
    expect((await open(first)).status).toBe(404);
    const { rows } = await app.runtime.database.pool.query(
      'select count(*)::int as count from page_preview where event_type_id = $1',
      [page.uuid],
    );
    expect(rows[0].count).toBe(5);
    clock.at = monday;
  });

  test.each([
    [{ title: '' }, 'changes.title'],
    [{ duration: 0 }, 'changes.duration'],
    [{ slug: 'intro-call' }, 'changes.slug'],
    [{ maxActiveInvitees: 5 }, 'changes.maxActiveInvitees'],
    [{ hosts: [{ email: 'nobody@juniper.example' }] }, 'changes.hosts.0.email'],
    [{ scheduleUuid: 'q8Zt4LmW2x' }, 'changes.scheduleUuid'],
  ])('422: %j, as a PATCH would refuse it', async (changes, field) => {
    const { status, body } = await preview(changes);
    const patched = await app.patch(`/event-types/${page.uuid}`, changes);
    expect([status, patched.status]).toEqual([422, 422]);
    expect(body.errors[field]).toEqual(patched.body.errors[field.replace('changes.', '')]);
  });

  test('403: who may not change the page; 404: no such page; 422: nothing to look at', async () => {
    const token = await app.tokenOf('aiko@juniper.example', ['event-types:write']);
    expect((await preview({ title: 'Mine' }, token)).status).toBe(403);
    expect((await preview({}, undefined, '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d')).status).toBe(404);
    expect((await app.post(`/event-types/${page.uuid}/preview`, {})).status).toBe(422);
    expect((await preview({})).status).toBe(201);
  });
});
