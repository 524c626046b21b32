import { jwtVerify } from 'jose';
import { pairSettings } from '../../test/runtime.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookPage, createPage, monday, getInviteePagePath } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { setPassword, signIn } from '../../test/session.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { meetingMade } from '../calendars/public.ts';
import { syncConference } from './sync-conference.ts';
import { zoomSettings as zoomUrls } from './zoom/settings.ts';
import { startFakeZoom, zoomSettings, type FakeZoom } from './zoom/test-zoom.ts';

const clock = { at: monday, now: () => clock.at };
const zoom = { apiUrl: '', tokenUrl: '' };
const app = useApp({
  clock,
  manualEffects: true,
  config: { outboundAllow: ['127.0.0.1'] },
  settings: [pairSettings(zoomUrls, zoom)],
});
let fake: FakeZoom;
let workspaceId: WorkspaceId;

const aiko = 'aiko@juniper.example';
const query = async (text: string, values: unknown[] = []) =>
  (await app.runtime.database.pool.query(text, values)).rows;
const set = async (conferencing: object) => {
  const { status, body } = await app.patch('/organization', { conferencing });
  expect(status, JSON.stringify(body)).toBe(200);
};
const eventOf = async (uuid: string) => (await app.get(`/scheduled-events/${uuid}`)).body.resource;
const linkOf = async (uuid: string): Promise<string> => (await eventOf(uuid)).location.joinUrl;
const sync = (eventId: string) => syncConference(app.runtime, { workspaceId, eventId });
const conferenceOf = async (eventId: string) =>
  (await query('select * from conference where event_id = $1', [eventId]))[0];
const mailOf = async (eventId: string) =>
  (
    await query('select * from mail_message where event_id = $1 order by created_at, to_email', [eventId])
  ).map((row) => ({
    ...(JSON.parse(app.runtime.secrets.unseal(row.content_sealed)) as {
      text: string;
      invitation: { location: string; sequence: number } | null;
    }),
    kind: row.kind as string,
    to: row.to_email as string,
  }));
/** As if the ten seconds for which mail waits were over. */
const letTimePass = () =>
  query(`update outbox set published_at = published_at - interval '11 seconds', run_at = now()`);
const runWaiting = async () => {
  await query('update outbox set run_at = now()');
  await app.runEffects();
};

/** Days on which nothing is moved to. */
const workdays = [12, 13, 14, 15, 18, 19, 21, 22, 27, 28, 29];
let times = 0;
/** Of Mara, unless another owner is given; at another hour each time. */
async function bookOn(page: { slug: string }, fields: object = {}): Promise<string> {
  const day = workdays[Math.floor(times / 6)];
  const hour = 10 + (times++ % 6);
  const { status, body } = await bookPage(app, page, {
    date: `2027-01-${day}`,
    start: `${hour}:00`,
    ...fields,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.uuid;
}

const pageWith = (type: string, fields: object = {}) =>
  createPage(app, { title: `By ${type}`, locations: [{ type }], ...fields });

beforeAll(async () => {
  fake = await startFakeZoom();
  Object.assign(zoom, fake.urls);
  [{ workspace_id: workspaceId }] = (await query(
    `select workspace_id from member where email = 'mara@juniper.example'`,
  )) as [{ workspace_id: WorkspaceId }];
});
afterAll(() => fake.close());
beforeEach(() => {
  clock.at = monday;
  fake.meetings.clear();
  fake.troubles.length = 0;
  fake.isRevoked = false;
});

describe('a template', () => {
  test('every event has a random room from the first moment, in mail, invitation and on the page of the invitee', async () => {
    const page = await pageWith('VIDEO_CALL');
    const one = await bookOn(page, { location: 'VIDEO_CALL' });
    const two = await bookOn(page, { location: 'VIDEO_CALL' });
    const [first, second] = [await linkOf(one), await linkOf(two)];
    expect(first).toMatch(/^https:\/\/meet\.jit\.si\/[A-Za-z0-9]{22}$/);
    expect(second).not.toBe(first);
    expect((await eventOf(one)).location.type).toBe('Video Call');
    await app.runEffects();
    const [message] = await mailOf(one);
    expect(message?.text).toContain(first);
    expect(message?.invitation?.location).toBe(first);
    expect(await conferenceOf(one)).toBeUndefined();
    const { uuid: inviteeId } = (await eventOf(one)).invitees[0];
    const own = await app.inject({
      method: 'GET',
      url: await getInviteePagePath(app, inviteeId),
      headers: { accept: 'text/html' },
    });
    expect(own.body).toContain(`href="${first}"`);
  });

  test('the workspace has one of its own; moved and handed over, an event keeps its room', async () => {
    await set({ urlTemplate: 'https://video.example.org/r/{room}?embed=0' });
    const page = await pageWith('VIDEO_CALL');
    const uuid = await bookOn(page, { location: 'VIDEO_CALL' });
    const link = await linkOf(uuid);
    expect(link).toMatch(/^https:\/\/video\.example\.org\/r\/[A-Za-z0-9]{22}\?embed=0$/);
    const move = { date: '2027-01-20', start: '10:00', timeZone: 'Europe/Berlin' };
    expect((await app.put(`/scheduled-events/${uuid}/reschedule`, move)).status).toBe(200);
    const handover = { newHostEmail: aiko, requireHostAvailability: false };
    expect((await app.put(`/scheduled-events/${uuid}/handover`, handover)).status).toBe(200);
    expect(await linkOf(uuid)).toBe(link);
    await set({ urlTemplate: null });
  });

  test('a location with a link of its own keeps it', async () => {
    const joinUrl = 'https://meet.example/mara';
    const page = await createPage(app, { title: 'Own link', locations: [{ type: 'VIDEO_CALL', joinUrl }] });
    expect(await linkOf(await bookOn(page, { location: 'VIDEO_CALL' }))).toBe(joinUrl);
  });
});

describe('Jitsi with a token', () => {
  const open = async (link: string, headers = {}) => {
    const { status, headers: answered } = await app.inject({
      method: 'GET',
      url: new URL(link).pathname,
      headers,
    });
    return { status, url: new URL(String(answered['location'] ?? 'http://none')) };
  };
  const claimsOf = async (url: URL) =>
    (
      await jwtVerify(url.searchParams.get('jwt') ?? '', Buffer.from('jitsi-secret'), {
        currentDate: clock.at,
        audience: 'jitsi',
        issuer: 'daybook',
      })
    ).payload as { room: string; sub: string; exp: number; context: { user: Record<string, unknown> } };

  test('the token is made at the click and lives for minutes; hosts moderate by their own link or when signed in', async () => {
    await set({
      kind: 'jitsi',
      jitsi: { url: 'https://meet.example.org', appId: 'daybook', secret: 'jitsi-secret' },
    });
    const page = await pageWith('VIDEO_CALL', { title: 'On Jitsi' });
    const uuid = await bookOn(page, { location: 'VIDEO_CALL' });
    const link = await linkOf(uuid);
    expect(link).toMatch(/^http:\/\/localhost:4000\/join\/[\w-]+$/);
    await app.runEffects();

    const guest = await open(link);
    expect([guest.status, guest.url.origin]).toEqual([303, 'https://meet.example.org']);
    const claims = await claimsOf(guest.url);
    expect(guest.url.pathname).toBe(`/${claims.room}`);
    expect(claims.sub).toBe('meet.example.org');
    expect(claims.context.user).toMatchObject({ moderator: false });
    expect(claims.exp - clock.at.getTime() / 1000).toBe(600);

    const messages = await mailOf(uuid);
    expect(JSON.stringify(messages)).not.toContain('jwt');
    const toHost = messages.find(({ to }) => to === 'mara@juniper.example');
    const hostLink = toHost?.invitation?.location ?? '';
    expect(hostLink).not.toBe(link);
    expect(toHost?.text).toContain(hostLink);
    const host = await claimsOf((await open(hostLink)).url);
    expect(host.room).toBe(claims.room);
    expect(host.context.user).toMatchObject({
      moderator: true,
      affiliation: 'owner',
      email: 'mara@juniper.example',
    });

    const password = 'a long walk by the sea';
    for (const [email, moderates] of [
      ['mara@juniper.example', true],
      [aiko, false],
    ] as const) {
      await setPassword(app, email, password);
      const { cookie } = await signIn(app, email, password);
      const claimed = await claimsOf((await open(link, { cookie })).url);
      expect(claimed.context.user['moderator']).toBe(moderates);
    }
  });

  test('moved and handed over, the room stays and the former host no longer moderates; cancelled, nobody enters', async () => {
    const page = await pageWith('VIDEO_CALL', { title: 'Moves on Jitsi' });
    const uuid = await bookOn(page, { location: 'VIDEO_CALL' });
    await app.runEffects();
    const link = await linkOf(uuid);
    const before = (await claimsOf((await open(link)).url)).room;
    const hostLink =
      (await mailOf(uuid)).find(({ to }) => to === 'mara@juniper.example')?.invitation?.location ?? '';
    await app.put(`/scheduled-events/${uuid}/handover`, {
      newHostEmail: aiko,
      requireHostAvailability: false,
    });
    expect(await linkOf(uuid)).toBe(link);
    const former = await claimsOf((await open(hostLink)).url);
    expect([former.room, former.context.user['moderator']]).toEqual([before, false]);
    expect((await app.put(`/scheduled-events/${uuid}/cancel`, {})).status).toBe(200);
    expect((await open(link)).status).toBe(409);
  });

  test('404: a link that is not ours, or whose server was taken out of the settings', async () => {
    expect((await open('http://localhost:4000/join/abc')).status).toBe(404);
    const page = await pageWith('VIDEO_CALL', { title: 'Gone from Jitsi' });
    const link = await linkOf(await bookOn(page, { location: 'VIDEO_CALL' }));
    await set({ kind: 'template', jitsi: null });
    expect((await open(link)).status).toBe(404);
  });
});

describe('Zoom', () => {
  let page: { uuid: string; slug: string };
  beforeAll(async () => {
    await set({ zoom: zoomSettings });
    page = await pageWith('ZOOM');
  });
  const bookZoom = () => bookOn(page, { location: 'ZOOM' });
  const meetings = () => [...fake.meetings.values()];

  test('mail and webhooks wait for the link, and have it', async () => {
    const hook = await app.post('/webhooks', {
      callbackUrl: zoom.tokenUrl,
      events: ['invitee.scheduled'],
      scope: 'organization',
    });
    expect(hook.status).toBe(201);
    const uuid = await bookZoom();
    await app.runEffects();
    expect(await mailOf(uuid)).toEqual([]);
    await sync(uuid);
    expect(meetings()).toMatchObject([{ topic: 'By ZOOM', agenda: `Daybook ${uuid}`, duration: 30 }]);
    const link = meetings()[0]?.join_url ?? '';
    expect(await linkOf(uuid)).toBe(link);
    await runWaiting();
    const messages = await mailOf(uuid);
    expect(messages.map(({ kind }) => kind)).toEqual(['confirmed', 'confirmed']);
    for (const { text, invitation } of messages) {
      expect(text).toContain(link);
      expect(invitation?.location).toBe(link);
    }
    const deliveries = await query('select payload from webhook_event order by id desc limit 1');
    expect(JSON.parse(deliveries[0].payload).joinUrl).toBe(link);
    await query('delete from webhook');
  });

  test('a failure leaves the booking; the first mail says that the link follows, and the second has it', async () => {
    const uuid = await bookZoom();
    fake.troubles.push({ method: 'POST', status: 503 });
    await sync(uuid);
    await app.runEffects();
    expect(await mailOf(uuid)).toEqual([]);
    await letTimePass();
    await app.runEffects();
    const first = await mailOf(uuid);
    expect(first.map(({ kind }) => kind)).toEqual(['confirmed', 'confirmed']);
    expect(first.find(({ to }) => to === 'ines@okafor.example')?.text).toContain('will send you the link');
    expect(await conferenceOf(uuid)).toMatchObject({ failures: 1, error: 'Zoom has a problem (503).' });
    await sync(uuid);
    await app.runEffects();
    const link = await linkOf(uuid);
    const second = (await mailOf(uuid)).filter(({ kind }) => kind === 'link');
    expect(second.map(({ to }) => to).sort()).toEqual(['ines@okafor.example', 'mara@juniper.example']);
    for (const { text, invitation } of second) {
      expect(text).toContain(link);
      expect(invitation?.sequence).toBeGreaterThan(first[0]?.invitation?.sequence ?? 0);
    }
    await runWaiting();
    expect((await mailOf(uuid)).filter(({ kind }) => kind === 'link')).toHaveLength(2);
  });

  test.each([
    ['the connection breaks', { method: 'POST', status: 0, isDone: true, breaks: true }],
    ['a gateway answers 502', { method: 'POST', status: 502, isDone: true }],
  ])('one meeting when the answer is lost: %s', async (_, trouble) => {
    for (let other = 0; other < 5; other++) await sync(await bookZoom());
    const uuid = await bookZoom();
    fake.troubles.push(trouble);
    await sync(uuid);
    expect(await linkOf(uuid)).toBe('');
    await sync(uuid);
    const own = meetings().filter(({ agenda }) => agenda === `Daybook ${uuid}`);
    expect(own).toHaveLength(1);
    expect(await linkOf(uuid)).toBe(own[0]?.join_url);
  });

  test('one meeting when the process dies after the request', async () => {
    const uuid = await bookZoom();
    await sync(uuid);
    const [meeting] = meetings();
    await query(
      `update conference set external_id = null, join_url = '', due_at = now(), leased_until = now() + interval '1 minute'
       where event_id = $1`,
      [uuid],
    );
    await sync(uuid);
    expect(await conferenceOf(uuid)).toMatchObject({ external_id: null });
    await query(`update conference set leased_until = now() - interval '1 second' where event_id = $1`, [
      uuid,
    ]);
    await sync(uuid);
    expect(meetings()).toEqual([meeting]);
    expect(await linkOf(uuid)).toBe(meeting?.join_url);
  });

  test('two workers at once make one meeting', async () => {
    const uuid = await bookZoom();
    await Promise.all([sync(uuid), sync(uuid), sync(uuid)]);
    expect(meetings()).toHaveLength(1);
  });

  test('a token that ended is renewed; 429 is waited for as long as Zoom says', async () => {
    await sync(await bookZoom());
    fake.expireTokens();
    const uuid = await bookZoom();
    fake.troubles.push({ method: 'POST', status: 429, headers: { 'retry-after': '120' } });
    await sync(uuid);
    const row = await conferenceOf(uuid);
    expect(row).toMatchObject({
      failures: 1,
      intended_at: null,
      error: 'Zoom is limiting requests (429).',
    });
    expect(Date.parse(row.due_at) - Date.now()).toBeGreaterThan(100_000);
    await sync(uuid);
    expect(await linkOf(uuid)).not.toBe('');
    expect(meetings()).toHaveLength(2);
  });

  test('moved, the meeting moves and keeps its link; handed over, nothing changes there; cancelled, it is deleted', async () => {
    const uuid = await bookZoom();
    await sync(uuid);
    const link = await linkOf(uuid);
    const move = { date: '2027-01-25', start: '11:00', timeZone: 'Europe/Berlin' };
    expect((await app.put(`/scheduled-events/${uuid}/reschedule`, move)).status).toBe(200);
    await sync(uuid);
    expect(meetings()).toMatchObject([{ start_time: '2027-01-25T10:00:00Z', join_url: link }]);
    await app.put(`/scheduled-events/${uuid}/handover`, {
      newHostEmail: aiko,
      requireHostAvailability: false,
    });
    await sync(uuid);
    expect([meetings().length, await linkOf(uuid)]).toEqual([1, link]);
    expect((await app.put(`/scheduled-events/${uuid}/cancel`, {})).status).toBe(200);
    fake.troubles.push({ method: 'DELETE', status: 500 });
    await sync(uuid);
    expect(meetings()).toHaveLength(1);
    await sync(uuid);
    expect([meetings().length, await conferenceOf(uuid)]).toEqual([0, undefined]);
  });

  test('cancelled while it was being made, also after a crash: it is deleted again', async () => {
    const uuid = await bookZoom();
    fake.troubles.push({ method: 'POST', status: 0, isDone: true, breaks: true });
    await sync(uuid);
    await app.put(`/scheduled-events/${uuid}/cancel`, {});
    expect(meetings()).toHaveLength(1);
    await sync(uuid);
    expect([meetings().length, await conferenceOf(uuid)]).toEqual([0, undefined]);
    await app.runEffects();
    await runWaiting();
    expect(new Set((await mailOf(uuid)).map(({ kind }) => kind))).toEqual(
      new Set(['confirmed', 'cancelled']),
    );
  });

  test('deleted at Zoom by somebody: made anew when the event moves, and its people get the new link', async () => {
    const uuid = await bookZoom();
    await sync(uuid);
    await runWaiting();
    const link = await linkOf(uuid);
    fake.meetings.clear();
    const move = { date: '2027-01-26', start: '11:00', timeZone: 'Europe/Berlin' };
    await app.put(`/scheduled-events/${uuid}/reschedule`, move);
    await sync(uuid);
    expect(await linkOf(uuid)).toBe('');
    await sync(uuid);
    expect(await linkOf(uuid)).not.toBe(link);
    await runWaiting();
    expect((await mailOf(uuid)).map(({ kind }) => kind)).toContain('link');
  });

  test('a revoked app shows under what needs care after three failures; new credentials are tried at once', async () => {
    fake.isRevoked = true;
    fake.expireTokens();
    const uuid = await bookZoom();
    const attention = async () =>
      (await app.get('/attention')).body.attention.filter(
        ({ kind }: { kind: string }) => kind === 'conference_failing',
      );
    for (let tries = 0; tries < 3; tries++) {
      expect(await attention()).toEqual([]);
      await sync(uuid);
    }
    expect(await attention()).toMatchObject([
      { id: uuid, title: 'By ZOOM', detail: expect.stringMatching(/^Zoom rejected the account id/) },
    ]);
    const token = await app.tokenOf(aiko, ['events:read']);
    expect((await app.get('/attention', { token })).body.attention).toEqual([]);
    fake.isRevoked = false;
    await set({ zoom: zoomSettings });
    const jobs = await query(
      `select * from graphile_worker.jobs where key like '%' || $1 and run_at <= now()`,
      [uuid],
    );
    expect(jobs).toHaveLength(1);
    await sync(uuid);
    expect([await attention(), (await linkOf(uuid)) !== '']).toEqual([[], true]);
  });

  test('once the event is over, it is not tried any more', async () => {
    const uuid = await bookZoom();
    clock.at = new Date('2027-03-01T00:00:00Z');
    await sync(uuid);
    expect([meetings().length, await conferenceOf(uuid)]).toEqual([0, undefined]);
  });

  test('without an account of Zoom, the host sends the link, and nobody waits', async () => {
    await set({ zoom: null });
    const uuid = await bookZoom();
    await app.runEffects();
    expect((await mailOf(uuid)).map(({ kind }) => kind)).toEqual(['confirmed', 'confirmed']);
    await set({ zoom: zoomSettings, kind: 'zoom' });
    const video = await pageWith('VIDEO_CALL', { title: 'Video by Zoom' });
    const other = await bookOn(video, { location: 'VIDEO_CALL' });
    await sync(other);
    expect((await eventOf(other)).location).toEqual({ type: 'Video Call', joinUrl: meetings()[0]?.join_url });
    await set({ kind: 'template' });
  });
});

describe('Google Meet, by the calendar of the host', () => {
  const memberIdOf = async (email: string): Promise<string> =>
    (await query('select id from member where email = $1', [email]))[0].id;
  async function connect(email: string): Promise<string> {
    const memberId = await memberIdOf(email);
    const sealed = app.runtime.secrets.seal('{}');
    const [{ id }] = (await query(
      `insert into calendar_connection (workspace_id, id, member_id, provider, account_key, account, secret_sealed)
       values ($1, gen_random_uuid(), $2, 'google', $2, $2, $3) returning id`,
      [workspaceId, memberId, sealed],
    )) as [{ id: string }];
    await query(
      `insert into calendar (workspace_id, id, connection_id, member_id, external_id, name, can_write, is_read, is_written)
       values ($1, gen_random_uuid(), $2, $3, 'primary', 'Primary', true, false, true)`,
      [workspaceId, id, memberId],
    );
    return memberId;
  }
  const take = (eventId: string, hostId: string, joinUrl: string) =>
    runInWorkspace(app.runtime, createSystemActor(workspaceId), (ctx) =>
      ctx.publish(meetingMade, { eventId, hostId, joinUrl }),
    );

  test('the link of the written entry becomes that of the event; another host gets another', async () => {
    const page = await pageWith('GOOGLE_MEET');
    const without = await bookOn(page, { location: 'GOOGLE_MEET' });
    expect(await conferenceOf(without)).toBeUndefined();
    const [mara, other] = [await connect('mara@juniper.example'), await connect(aiko)];
    const uuid = await bookOn(page, { location: 'GOOGLE_MEET' });
    await app.runEffects();
    expect(await mailOf(uuid)).toEqual([]);
    await take(uuid, mara, 'https://meet.google.com/abc');
    expect(await linkOf(uuid)).toBe('https://meet.google.com/abc');
    const entered = 'select wanted_seq from calendar_copy where event_id = $1';
    const [before] = await query(entered, [uuid]);
    await runWaiting();
    expect((await mailOf(uuid))[0]?.text).toContain('https://meet.google.com/abc');
    const [after] = await query(entered, [uuid]);
    expect(after.wanted_seq, 'the entry gets the link').toBeGreaterThan(before.wanted_seq);

    await app.put(`/scheduled-events/${uuid}/handover`, {
      newHostEmail: aiko,
      requireHostAvailability: false,
    });
    expect(await linkOf(uuid)).toBe('');
    await take(uuid, mara, 'https://meet.google.com/late');
    expect(await linkOf(uuid)).toBe('');
    await letTimePass();
    await app.runEffects();
    expect((await mailOf(uuid)).filter(({ kind }) => kind === 'new host')).not.toEqual([]);
    await take(uuid, other, 'https://meet.google.com/def');
    await app.runEffects();
    expect(await linkOf(uuid)).toBe('https://meet.google.com/def');
    expect((await mailOf(uuid)).filter(({ kind }) => kind === 'link')).toHaveLength(2);
  });

  test('handed over to a host without such a calendar, the link is gone and the host sends one', async () => {
    const page = await pageWith('GOOGLE_MEET', { title: 'Handed on' });
    const uuid = await bookOn(page, { location: 'GOOGLE_MEET' });
    await take(uuid, await memberIdOf('mara@juniper.example'), 'https://meet.google.com/abc');
    await query('delete from calendar where member_id = $1', [await memberIdOf(aiko)]);
    await app.put(`/scheduled-events/${uuid}/handover`, {
      newHostEmail: aiko,
      requireHostAvailability: false,
    });
    expect([await linkOf(uuid), await conferenceOf(uuid)]).toEqual(['', undefined]);
  });
});
