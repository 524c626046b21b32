import { describe, expect, test } from 'vitest';
import { buildBooking, listFreeTimes, createPage, monday, getInviteePagePath } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';

const clock = { now: () => new Date(clockMs) };
let clockMs = monday.getTime();
const app = useApp({ clock });
const visitor = { token: null };

const { ownerSlug: _, eventTypeSlug: __, ...visit } = buildBooking({ slug: '' });

async function bookAsVisitor(path: string, fields: object = {}, headers: Record<string, string> = {}) {
  return app.post(`/public${path}/bookings`, { ...visit, ...fields }, { ...visitor, headers });
}

async function keyOf({ uuid }: { uuid: string }): Promise<string> {
  return (await getInviteePagePath(app, uuid)).split('key=')[1] ?? '';
}

const events = async (email: string) =>
  (await app.get(`/scheduled-events?scope=all&inviteeEmail=${email}`)).body.collection;

describe('GET /public/pages/...', () => {
  test('200: all that a visitor may see, and no email address', async () => {
    const { status, body } = await app.get('/public/pages/mara-lindqvist/consultation', visitor);
    expect(status).toBe(200);
    expect(body.resource).toMatchObject({
      title: 'Consultation',
      owner: { type: 'User', name: 'Mara Lindqvist', slug: 'mara-lindqvist' },
      hosts: [{ name: 'Mara Lindqvist', slug: 'mara-lindqvist', avatarUrl: null }],
      price: '120.00',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      locations: [{ type: 'IN_PERSON', address: 'Weserstraße 12, 12047 Berlin' }, { type: 'PHONE_CALL' }],
    });
    expect(JSON.stringify(body)).not.toContain('@');
    const zoom = await app.get('/public/pages/aiko-tanaka/open-studio', visitor);
    expect(JSON.stringify(zoom.body)).not.toContain('zoom.example');
  });

  test('200: a team’s page at its own path, and below /public without /v2', async () => {
    const { body } = await app.get('/public/pages/team/discovery/discovery-call', visitor);
    expect(body.resource).toMatchObject({ owner: { type: 'Team', name: 'Discovery' }, hosts: { length: 3 } });
    const bare = await app.inject({ url: '/public/pages/team/discovery/discovery-call' });
    expect(bare.status).toBe(200);
  });

  test('404: unknown, inactive, another owner’s, a user’s slug in a team’s path', async () => {
    const { slug, uuid } = await createPage(app, { title: 'Closing' });
    await app.patch(`/event-types/${uuid}`, { isActive: false });
    for (const path of [
      `mara-lindqvist/${slug}`,
      'mara-lindqvist/nope',
      'nobody/intro-call',
      'team/mara-lindqvist/intro-call',
    ]) {
      const { status, body } = await app.get(`/public/pages/${path}`, visitor);
      expect([status, body.message], path).toEqual([404, 'Page not found.']);
    }
  });
});

describe('GET .../availability', () => {
  test('200: the same as the API with a token', async () => {
    const query = 'startDate=2027-01-12&endDate=2027-01-20&timeZone=Asia/Kathmandu';
    const open = await app.get(`/public/pages/mara-lindqvist/intro-call/availability?${query}`, visitor);
    const own = await app.get(`/availability/mara-lindqvist/event-types/intro-call?${query}`);
    expect(open.status).toBe(200);
    expect(open.body).toEqual({ ...own.body, currentTime: open.body.currentTime });
  });

  test('422: a window too long, an unknown zone, a duration that is not offered', async () => {
    for (const query of ['startDate=2027-01-01&endDate=2027-12-31', 'timeZone=Mars/Olympus', 'duration=31']) {
      const { status } = await app.get(
        `/public/pages/mara-lindqvist/intro-call/availability?${query}`,
        visitor,
      );
      expect(status, query).toBe(422);
    }
  });
});

describe('POST .../bookings', () => {
  test('201: the key of the invitee’s own page is in no answer, neither here nor with a token', async () => {
    const { slug } = await createPage(app, { title: 'Open' });
    const { status, body } = await bookAsVisitor(`/pages/mara-lindqvist/${slug}`, { language: 'de' });
    expect(status).toBe(201);
    expect(body.resource).toMatchObject({
      status: 'confirmed',
      startTime: '2027-01-12T09:00:00.000000Z',
      timeZone: 'Europe/Berlin',
      hosts: [{ name: 'Mara Lindqvist' }],
      cancellation: null,
    });
    const key = await keyOf(body.resource);
    expect(key).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(JSON.stringify(body)).not.toContain(key);
    const [event] = await events('ines@okafor.example');
    expect(JSON.stringify(event)).not.toContain(key);
    const own = await app.get(`/public/bookings/${body.resource.uuid}?key=${key}`, visitor);
    expect(own.body.resource).toMatchObject({ uuid: body.resource.uuid, email: 'ines@okafor.example' });
    expect(JSON.stringify(own.body)).not.toContain(key);
  });

  test('201 once for a repeated key; 409 for a taken time, 422 for one never offered or a filled honeypot', async () => {
    const { slug } = await createPage(app, { title: 'Once' });
    const path = `/pages/mara-lindqvist/${slug}`;
    const fields = { start: '13:00', email: 'once@okafor.example' };
    const first = await bookAsVisitor(path, fields, { 'idempotency-key': 'one' });
    const again = await bookAsVisitor(path, fields, { 'idempotency-key': 'one' });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(await events('once@okafor.example')).toHaveLength(1);
    expect((await bookAsVisitor(path, { start: '13:00' })).status).toBe(409);
    expect((await bookAsVisitor(path, { start: '03:00' })).body.errors).toHaveProperty('start');
    expect((await bookAsVisitor(path, { start: '14:00', website: 'x' })).body.errors).toHaveProperty(
      'website',
    );
  });

  test('422: an invalid email and a time never offered are reported together, on a page and through a link', async () => {
    const { slug, uuid } = await createPage(app, { title: 'At once' });
    const { body } = await app.get(`/event-types/${uuid}/single-use-link`);
    const token = body.link.split('/s/')[1];
    for (const path of [`/pages/mara-lindqvist/${slug}`, `/links/${token}`]) {
      const wrong = await bookAsVisitor(path, { start: '03:00', email: 'ines', duration: 30 });
      expect(Object.keys(wrong.body.errors)).toEqual(['email', 'start']);
    }
    const nowhere = await bookAsVisitor('/pages/mara-lindqvist/nowhere', { start: '03:00', email: 'ines' });
    expect(Object.keys(nowhere.body.errors)).toEqual(['email']);
  });

  test('201 through a single-use link, then 409; 404 for an unknown link', async () => {
    const { uuid } = await createPage(app, { title: 'Linked', isSecret: true });
    const { body } = await app.get(`/event-types/${uuid}/single-use-link`);
    const token = String(body.link).split('/').at(-1) ?? '';
    expect((await app.get(`/public/links/${token}`, visitor)).body.resource).toMatchObject({
      isSecret: true,
    });
    expect((await app.get(`/public/links/${token}/availability`, visitor)).status).toBe(200);
    expect((await bookAsVisitor(`/links/${token}`, { start: '15:00' })).status).toBe(201);
    expect((await bookAsVisitor(`/links/${token}`, { start: '15:30' })).status).toBe(409);
    expect((await app.get(`/public/links/${token}`, visitor)).status).toBe(409);
    expect((await app.get(`/public/links/${'0'.repeat(22)}`, visitor)).status).toBe(404);
  });
});

describe('/public/bookings/{uuid}', () => {
  async function own(fields: object = {}, page: object = {}) {
    const fresh = await createPage(app, { title: 'Own', ...page });
    const { body } = await bookAsVisitor(`/pages/mara-lindqvist/${fresh.slug}`, {
      email: 'own@okafor.example',
      ...fields,
    });
    const { uuid } = body.resource;
    return { page: fresh, path: `/public/bookings/${uuid}`, key: await keyOf(body.resource) };
  }

  test('404: a wrong key, none, somebody else’s', async () => {
    const { path } = await own({ date: '2027-01-13' });
    const other = await own({ date: '2027-01-14' });
    for (const query of ['?key=wrong', '', `?key=${other.key}`]) {
      for (const answer of [
        await app.get(`${path}${query}`, visitor),
        await app.get(`${path}/availability${query}`, visitor),
        await app.put(`${path}/cancel${query}`, {}, visitor),
        await app.put(
          `${path}/reschedule${query}`,
          { date: '2027-01-15', start: '10:00', timeZone: 'UTC' },
          visitor,
        ),
      ]) {
        expect([answer.status, answer.body.message]).toEqual([404, 'Booking not found.']);
      }
    }
  });

  test('200, cancelled by the invitee, once; the time is free again', async () => {
    const { page, path, key } = await own({ date: '2027-01-18', email: 'cancel@okafor.example' });
    expect(await listFreeTimes(app, page, '2027-01-18')).not.toContain('10:00');
    const { status, body } = await app.put(`${path}/cancel`, { key, cancellationReason: 'Ill' }, visitor);
    expect([status, body]).toEqual([
      200,
      { success: true, message: 'Event cancelled successfully.', status: 200 },
    ]);
    const [event] = await events('cancel@okafor.example');
    expect(event).toMatchObject({
      status: 'cancelled',
      invitees: [
        {
          cancellation: {
            cancelledBy: 'cancel@okafor.example',
            cancellerType: 'invitee',
            cancellationReason: 'Ill',
          },
        },
      ],
    });
    expect(await listFreeTimes(app, page, '2027-01-18')).toContain('10:00');
    expect((await app.put(`${path}/cancel?key=${key}`, {}, visitor)).status).toBe(409);
    expect((await app.get(`${path}?key=${key}`, visitor)).body.resource).toMatchObject({
      status: 'cancelled',
      cancellation: { cancellerType: 'invitee', cancellationReason: 'Ill' },
    });
  });

  test('200, moved to an offered time; its own time does not block it', async () => {
    const { page, path, key } = await own({ date: '2027-01-19' }, { slotInterval: 15 });
    const query = `key=${key}&startDate=2027-01-19&endDate=2027-01-19&timeZone=Europe/Berlin`;
    const offered = (await app.get(`${path}/availability?${query}`, visitor)).body.availability[0].slots;
    expect(offered).toContain('10:15');
    expect(await listFreeTimes(app, page, '2027-01-19')).not.toContain('10:15');
    const move = { date: '2027-01-19', start: '10:15', timeZone: 'Europe/Berlin', reason: 'Later' };
    const { status, body } = await app.put(`${path}/reschedule?key=${key}`, move, visitor);
    expect(status).toBe(200);
    expect(body.resource).toMatchObject({ startTime: '2027-01-19T09:15:00.000000Z' });
    expect(
      (await app.put(`${path}/reschedule?key=${key}`, { ...move, start: '03:00' }, visitor)).status,
    ).toBe(422);
  });

  test('409: one of several invitees can’t move a group event, but can cancel their own place', async () => {
    const group = await createPage(app, { title: 'Group', type: 'GROUP', maxActiveInvitees: 3 });
    const at = { date: '2027-01-20', start: '09:00' };
    const join = async (email: string) =>
      (await bookAsVisitor(`/pages/mara-lindqvist/${group.slug}`, { ...at, email })).body.resource;
    const one = await join('one@okafor.example');
    await join('two@okafor.example');
    const path = `/public/bookings/${one.uuid}`;
    const move = { key: await keyOf(one), date: '2027-01-21', start: '09:00', timeZone: 'Europe/Berlin' };
    expect((await app.put(`${path}/reschedule`, move, visitor)).status).toBe(409);
    expect((await app.put(`${path}/cancel`, { key: await keyOf(one) }, visitor)).status).toBe(200);
    expect(await events('two@okafor.example')).toMatchObject([
      { status: 'confirmed', activeInviteesCount: 1 },
    ]);
  });

  test('409: a past event can’t be cancelled or moved', async () => {
    const { path, key } = await own({ date: '2027-01-12', start: '16:00' });
    clockMs = Date.parse('2027-01-12T15:30:00Z');
    expect((await app.put(`${path}/cancel?key=${key}`, {}, visitor)).status).toBe(409);
    const move = { date: '2027-01-21', start: '09:00', timeZone: 'Europe/Berlin' };
    expect((await app.put(`${path}/reschedule?key=${key}`, move, visitor)).status).toBe(409);
    clockMs = monday.getTime();
  });
});

describe('pages', () => {
  const page = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { accept: 'text/html', ...headers } });

  test('secret pages are not indexed; others have a title, a preview and a canonical URL', async () => {
    const open = await page('/mara-lindqvist/intro-call?utm_source=x');
    expect(open.body).toContain('<title>Intro call · Mara Lindqvist</title>');
    expect(open.body).toContain(
      '<link rel="canonical" href="http://localhost:4000/mara-lindqvist/intro-call">',
    );
    expect(open.body).not.toContain('noindex');
    expect((await page('/tomas-rivera/client-hotline')).body).toContain('noindex');
    const owner = await page('/tomas-rivera');
    expect(owner.body).not.toContain('client-hotline');
  });

  test('a strict policy: own script and style, and inline only what has the nonce of the response', async () => {
    const { headers, body } = await page('/mara-lindqvist/intro-call');
    const policy = String(headers['content-security-policy']);
    const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(body).toContain(`<style nonce="${nonce}">`);
    expect(body).not.toMatch(/ style="| on\w+="/);
    expect((await page('/mara-lindqvist/intro-call')).body).not.toContain(nonce);
  });

  test('values from the URL are escaped', async () => {
    const evil = encodeURIComponent('"><script>alert(1)</script>');
    const { body } = await page(
      `/mara-lindqvist/intro-call?name=${evil}&x=${evil}&date=2027-01-12&time=10:00`,
    );
    expect(body).not.toContain('<script>alert');
    expect(body).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  test('404 as JSON below reserved paths, and for clients that do not accept HTML', async () => {
    for (const url of ['/v2/nope', '/v2/nope/deeper', '/public/nope', '/assets/nope/nope']) {
      const { status, body } = await page(url);
      expect([url, status, body.message]).toEqual([url, 404, 'Route not found.']);
    }
    const { status, body } = await app.inject({ url: '/nobody' });
    expect([status, body.message]).toEqual([404, 'Page not found.']);
  });

  test('a team’s page without /team redirects there; a booking has a calendar file', async () => {
    const { status, headers } = await page('/discovery/kick-off?name=Ines');
    expect([status, headers['location']]).toEqual([303, '/team/discovery/kick-off?name=Ines']);
    const { slug } = await createPage(app, { title: 'File' });
    const { body } = await bookAsVisitor(`/pages/mara-lindqvist/${slug}`, { date: '2027-01-22' });
    const key = await keyOf(body.resource);
    const file = await page(`/bookings/${body.resource.uuid}/calendar.ics?key=${key}`);
    expect(file.headers['content-type']).toContain('text/calendar');
    expect(file.body).toContain('METHOD:PUBLISH');
    expect((await page(`/bookings/${body.resource.uuid}/calendar.ics?key=no`)).status).toBe(404);
  });
});
