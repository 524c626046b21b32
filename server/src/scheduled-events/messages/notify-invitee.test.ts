import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { buildIcs, type Content } from '../../mail/public.ts';
import { createSystemActor } from '../../platform/auth/actor.ts';
import { runInWorkspace } from '../../platform/context.ts';
import { generateUuid } from '../../platform/ids.ts';
import { sendCancelledEmails, sendScheduledEmails } from './notify-invitee.ts';

const app = useApp({ clock: fixedClock });

interface Message extends Content {
  readonly kind: string;
  readonly status: string;
}

const query = async (text: string, values: unknown[] = []) =>
  (await app.runtime.database.pool.query(text, values)).rows;
const mailOf = async (eventId: string, kind?: string): Promise<Message[]> =>
  (await query('select * from mail_message where event_id = $1 order by created_at, to_email', [eventId]))
    .filter((row) => kind === undefined || row.kind === kind)
    .map((row) => ({
      ...(JSON.parse(app.runtime.secrets.unseal(row.content_sealed)) as Content),
      kind: row.kind,
      status: row.status,
    }));
const addresses = (messages: readonly Message[]) => messages.map(({ to }) => to.email).sort();
const cal = ({ invitation }: Message) => {
  if (!invitation) throw new Error('No invitation');
  return new ICAL.Component(ICAL.parse(buildIcs(invitation, 'no-reply@juniper.example')));
};
describe('on days when clocks change, mail and API name the same instant', () => {
  const months =
    'January February March April May June July August September October November December'.split(' ');
  let page: { uuid: string; slug: string };
  beforeAll(async () => {
    const all = { timesets: [['00:00', '24:00']] };
    const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
    const schedule = await app.post('/schedules', {
      title: 'Always',
      timezone: 'UTC',
      weekly_hours: days.map((day) => ({ day, ...all })),
    });
    if (schedule.status !== 201) throw new Error(JSON.stringify(schedule.body));
    page = await createPage(app, {
      title: 'Any time',
      scheduleUuid: schedule.body.resource.uuid,
      bookingWindow: { type: 'unlimited' },
      slotInterval: 5,
    });
  });

  test.each([
    ['Asia/Kathmandu', '2027-01-12', '10:30', undefined],
    ['America/New_York', '2027-03-14', '01:30', undefined],
    ['America/New_York', '2027-03-14', '03:00', undefined],
    ['America/New_York', '2027-11-07', '01:30', '-04:00'],
    ['America/New_York', '2027-11-07', '01:30', '-05:00'],
    ['Australia/Lord_Howe', '2027-04-04', '01:45', '+11:00'],
    ['Australia/Lord_Howe', '2027-04-04', '01:45', '+10:30'],
    ['Australia/Lord_Howe', '2027-10-03', '02:30', undefined],
  ])('%s on %s at %s %s', async (timeZone, date, start, offset) => {
    const { status, body } = await bookPage(app, page, { date, start, timeZone, ...(offset && { offset }) });
    expect(body.message ?? status).toBe(200);
    const message = (await mailOf(body.uuid)).find(({ to }) => to.email === 'ines@okafor.example');
    const shown = /When: \w+, (\d+) (\w+) (\d+), (\d\d:\d\d)–.*\n.*\(UTC([+-]\d\d:\d\d)\)/.exec(
      message?.text ?? '',
    );
    const [, dayOfMonth = '', month = '', year, clock, utcOffset] = shown ?? [];
    const iso = `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
    expect(`${iso} ${clock}`).toBe(`${date} ${start}`);
    expect(Date.parse(`${iso}T${clock}:00${utcOffset}`)).toBe(Date.parse(body.startTime));
    const root = cal(message as Message);
    const time = root.getFirstSubcomponent('vevent')?.getFirstPropertyValue('dtstart') as ICAL.Time;
    const zone = root.getFirstSubcomponent('vtimezone');
    if (zone) time.zone = new ICAL.Timezone(zone);
    expect(time.toUnixTime() * 1000).toBe(Date.parse(body.startTime));
  });
});

describe('who gets which mail', () => {
  test('an effect that runs twice writes a message once', async () => {
    const page = await createPage(app, { title: 'Twice' });
    const { body } = await bookPage(app, page, { date: '2027-01-13' });
    const [{ workspace_id }] = await query('select workspace_id from scheduled_event where id = $1', [
      body.uuid,
    ]);
    const actor = { ...createSystemActor(workspace_id), kind: 'token' as const };
    const [{ id }] = await query(`select id from member where email = 'mara@juniper.example'`);
    const { startTime: startsAt, endTime: endsAt, duration, status } = body;
    const meeting = { startsAt, endsAt, duration, status, sequence: 0, hostIds: [id] };
    const payload = { inviteeId: body.invitees[0].uuid, meeting };
    const events = [{ id: generateUuid(), publishedAt: startsAt, payload }];
    await runInWorkspace(app.runtime, actor, (ctx) => sendScheduledEmails(ctx, [...events, ...events]));
    expect(await mailOf(body.uuid)).toHaveLength(2);
    await runInWorkspace(app.runtime, { ...actor, kind: 'system' }, (ctx) =>
      sendCancelledEmails(ctx, events),
    );
    expect(await mailOf(body.uuid)).toHaveLength(2);
  });

  test('of two places of one type, mail and invitation name the one that was chosen', async () => {
    const locations = [
      { type: 'IN_PERSON', address: 'Weserstraße 12, Berlin' },
      { type: 'IN_PERSON', address: 'Praterstraße 1, Wien' },
    ];
    const page = await createPage(app, { title: 'Two places', locations });
    const { body: settings } = await app.get(`/event-types/${page.uuid}/settings`);
    const locationId = settings.resource.locations[1].id;
    const { body } = await bookPage(app, page, { date: '2027-01-28', locationId });
    const messages = await mailOf(body.uuid);
    expect(messages.length).toBeGreaterThan(1);
    for (const message of messages) {
      expect(message.text).toContain('In person, Praterstraße 1, Wien');
      expect(message.text).not.toContain('Weserstraße');
      expect(cal(message).getFirstSubcomponent('vevent')?.getFirstPropertyValue('location')).toBe(
        'In person, Praterstraße 1, Wien',
      );
    }
  });

  test('invitees of a group do not see each other; the host sees all, and hears once of the end', async () => {
    const page = await createPage(app, { title: 'Class', type: 'GROUP', maxActiveInvitees: 5 });
    const when = { date: '2027-01-14', start: '09:00' };
    const { body } = await bookPage(app, page, { ...when, guests: ['lena@okafor.example'] });
    await bookPage(app, page, { ...when, name: 'Jo', email: 'jo@elm.example' });
    const { body: third } = await bookPage(app, page, { ...when, name: 'Kit', email: 'kit@elm.example' });
    const confirmed = await mailOf(body.uuid, 'confirmed');
    const attendees = (message: Message) => message.invitation?.attendees.map(({ email }) => email).sort();
    expect(confirmed.filter(({ to }) => to.email === 'mara@juniper.example')).toHaveLength(3);
    const lastToHost = confirmed.findLast(({ to }) => to.email === 'mara@juniper.example') as Message;
    expect(attendees(lastToHost)).toEqual([
      'ines@okafor.example',
      'jo@elm.example',
      'kit@elm.example',
      'mara@juniper.example',
    ]);
    const toJo = confirmed.find(({ to }) => to.email === 'jo@elm.example') as Message;
    expect(attendees(toJo)).toEqual(['jo@elm.example', 'mara@juniper.example']);

    await app.put(`/scheduled-invitees/${third.invitees[0].uuid}/cancel`, {});
    const one = await mailOf(body.uuid, 'cancelled');
    expect(one.map(({ to, invitation }) => [to.email, invitation?.method]).sort()).toEqual([
      ['kit@elm.example', 'CANCEL'],
      ['mara@juniper.example', 'REQUEST'],
    ]);
    await app.put(`/scheduled-events/${body.uuid}/cancel`, {});
    const all = (await mailOf(body.uuid, 'cancelled')).slice(2);
    expect(addresses(all)).toEqual([
      'ines@okafor.example',
      'jo@elm.example',
      'lena@okafor.example',
      'mara@juniper.example',
    ]);
    expect(all.every(({ invitation }) => invitation?.method === 'CANCEL')).toBe(true);
  });

  test('a host who loses an event to another is told, in their own language', async () => {
    const hosts = [{ email: 'mara@juniper.example' }, { email: 'tomas@juniper.example' }];
    const round = await createPage(app, { title: 'Round', type: 'ROUND_ROBIN', hosts, slotInterval: 30 });
    const { body } = await bookPage(app, round, { date: '2027-01-18', start: '15:00' });
    const first = body.hosts[0].email;
    const blocker = await createPage(app, { title: 'Blocker', hosts: [{ email: first }] });
    await bookPage(app, blocker, { date: '2027-01-18', start: '16:00' });
    const moved = await app.put(`/scheduled-events/${body.uuid}/reschedule`, {
      date: '2027-01-18',
      start: '16:00',
      timeZone: 'Europe/Berlin',
    });
    expect(moved.status).toBe(200);
    const second = moved.body.resource.hosts[0].email;
    expect(second).not.toBe(first);
    const [lost] = await mailOf(body.uuid, 'handed over');
    expect([lost?.to.email, lost?.invitation?.method]).toEqual([first, 'CANCEL']);
    expect(lost?.subject).toMatch(/^(Reassigned|Traspasado): /);
    const taken = (await mailOf(body.uuid, 'moved')).find(({ to }) => to.email === second);
    expect(taken?.invitation?.method).toBe('REQUEST');
    const spanish = [...(await mailOf(body.uuid))].find(({ to }) => to.email === 'tomas@juniper.example');
    expect(spanish?.text).toContain('America/New York');
    expect(spanish?.text).toMatch(/Cuándo: /);
  });

  test('a handover: the old host is called off, the new one invited, the invitee sees the change, guests hear nothing', async () => {
    const hosts = [{ email: 'mara@juniper.example', priority: 9 }, { email: 'tomas@juniper.example' }];
    const page = await createPage(app, { title: 'Relay', type: 'ROUND_ROBIN', hosts });
    const { body } = await bookPage(app, page, {
      date: '2027-01-21',
      start: '15:00',
      guests: ['lena@okafor.example'],
    });
    const before = (await mailOf(body.uuid)).map(({ invitation }) => invitation?.sequence);
    const path = `/scheduled-events/${body.uuid}/handover`;
    expect((await app.put(path, { newHostEmail: 'tomas@juniper.example' })).status).toBe(200);

    const after = (await mailOf(body.uuid)).slice(before.length);
    expect(after.map(({ to, invitation }) => [to.email, invitation?.method]).sort()).toEqual([
      ['ines@okafor.example', 'REQUEST'],
      ['mara@juniper.example', 'CANCEL'],
      ['tomas@juniper.example', 'REQUEST'],
    ]);
    expect(new Set(before)).toEqual(new Set([0]));
    expect(new Set(after.map(({ invitation }) => invitation?.sequence))).toEqual(new Set([1]));
    expect(new Set(after.map(({ invitation }) => invitation?.uid)).size).toBe(1);
    const toInvitee = after.find(({ to }) => to.email === 'ines@okafor.example');
    expect(toInvitee?.subject).toMatch(/^New host: Relay, /);
    expect(toInvitee?.text).toMatch(/^Your event has a new host\.$/m);
    expect(toInvitee?.text).toMatch(/^With: Tomás /m);
    expect(toInvitee?.invitation?.attendees.map(({ email }) => email)).toEqual([
      'tomas@juniper.example',
      'ines@okafor.example',
      'lena@okafor.example',
    ]);
    expect(after.find(({ to }) => to.email === 'tomas@juniper.example')?.subject).toMatch(/^Nuevo/);
    expect(await query('select 1 from outbox')).toHaveLength(0);
    expect(await query(`select 1 from webhook_event`)).toHaveLength(0);
  });
});
