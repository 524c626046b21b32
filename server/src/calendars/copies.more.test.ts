import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { bookPage, createPage, monday, getInviteePagePath } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { followJob } from '../scheduled-events/public.ts';
import { useDav } from '../../test/dav.ts';
import { cyrus, radicale, xandikos } from '../../test/dav-servers.ts';
import { writeCopies } from './write-copies.ts';

let minutes = 0;
const clock = { now: () => new Date(monday.getTime() + minutes * 60_000) };
const app = useApp({ clock, config: { outboundAllow: ['127.0.0.1'] } });

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await app.runtime.database.pool.query(text, values)).rows;

describe.each([radicale, xandikos, cyrus])('bookings in the calendar of their host: $name', (program) => {
  const dav = useDav(program);
  let uuid = '';
  let page: { uuid: string; slug: string };

  const connect = async (email = 'mara@juniper.example') => {
    const { url, username, password } = dav;
    const { body } = await app.post('/calendar-connections', {
      ...{ provider: 'caldav', url, username, password, email },
    });
    uuid = body.resource.uuid;
    const [{ id }] = body.resource.calendars;
    const chosen = await app.patch(`/calendar-connections/${uuid}`, { calendars: [{ id, isWritten: true }] });
    expect(chosen.status, JSON.stringify(chosen.body)).toBe(200);
    await sync();
    return id as string;
  };
  const sync = async () => {
    const { body } = await app.post(`/calendar-connections/${uuid}/sync`, {});
    expect(body.resource.connection.error).toBeNull();
    await app.runEffects();
  };
  /** What the worker does: writes entries, and makes bookings follow them. */
  const work = async () => {
    await app.runEffects();
    await writeCopies(app.runtime);
    await app.runEffects();
    const jobs = await query(
      `select j.id, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'calendars.follow' order by j.id`,
    );
    for (const { id, payload } of jobs) {
      await query('delete from graphile_worker._private_jobs where id = $1', [id]);
      await followJob.run(app.runtime, followJob.payload.parse(payload));
      await app.runEffects();
    }
    await writeCopies(app.runtime);
  };
  const entries = async (): Promise<string[]> =>
    (await Promise.all((await dav.list()).map((name) => dav.read(name.replace(/\.ics$/, ''))))).map((text) =>
      (text ?? '').replaceAll(/\r?\n /g, ''),
    );
  const startsIn = async () => (await entries()).map((text) => /DTSTART:(\S+)/.exec(text)?.[1]).toSorted();
  const nameOfOnly = async () => (await dav.list())[0]?.replace(/\.ics$/, '') ?? '';
  const mailsTo = async (subject: string) =>
    (await query(`select content_sealed from mail_message where kind = 'calendar'`))
      .map(
        (row) =>
          JSON.parse(app.runtime.secrets.unseal(row['content_sealed'] as Buffer)) as { subject: string },
      )
      .filter((mail) => mail.subject === subject);

  /** Who got the last confirmation, and whether with an invitation. */
  const invitedByMail = async () => {
    const rows = await query(
      `select to_email, content_sealed from mail_message where kind = 'confirmed' order by created_at desc limit 2`,
    );
    const invited = rows.map((row) => [
      row['to_email'],
      (JSON.parse(app.runtime.secrets.unseal(row['content_sealed'] as Buffer)) as { invitation: unknown })
        .invitation !== null,
    ]);
    return invited.toSorted();
  };
  const shownOf = async (id: string) => {
    const { resource } = (await app.get(`/scheduled-events/${id}`)).body;
    return [resource.status, resource.startTime.slice(0, 16)];
  };
  const busyKinds = async (email = 'mara@juniper.example') => {
    const range = 'start=2027-01-12T00:00:00Z&end=2027-01-13T00:00:00Z';
    const { body } = await app.get(`/busy-times?email=${email}&${range}`);
    return body.collection.map(({ source }: { source: { kind: string } }) => source.kind);
  };
  const moveTo = async (id: string, start: string) => {
    const time = { date: '2027-01-12', start, timeZone: 'UTC' };
    const { status, body } = await app.put(`/scheduled-events/${id}/reschedule`, time);
    expect(status, JSON.stringify(body)).toBe(200);
  };

  beforeEach(async () => {
    minutes = 0;
    await query('delete from calendar_copy');
    await query('delete from calendar_connection');
    await query(`delete from mail_message where kind = 'calendar'`);
    await query(`update event_host set blocking = false`);
    await query(`update scheduled_event set status = 'cancelled'`);
    for (const name of await dav.list()) await dav.remove(name.replace(/\.ics$/, ''));
    page = await createPage(app);
    await connect();
  });

  test('booked, moved by its invitee, cancelled: entered once, moved, removed', async () => {
    const { body } = await bookPage(app, page, { phone: '+4930123456' });
    await work();
    const [text = ''] = await entries();
    expect(await startsIn()).toEqual(['20270112T090000Z']);
    expect(text).toContain('SUMMARY:Test page: Ines Okafor');
    expect(text).toContain('ines@okafor.example');
    expect(text).not.toMatch(/ATTENDEE|ORGANIZER/);
    await work();
    const own = (await getInviteePagePath(app, body.invitees[0].uuid)).replace('?', '/reschedule?');
    const time = { date: '2027-01-13', start: '11:00', timeZone: 'Europe/Berlin' };
    expect((await app.put(`/public${own}`, time, { token: null })).status).toBe(200);
    await work();
    expect(await startsIn()).toEqual(['20270113T100000Z']);
    await sync();
    await app.put(`/scheduled-events/${body.uuid}/cancel`, {});
    await work();
    expect(await entries()).toEqual([]);
    expect(await query('select * from calendar_copy')).toEqual([]);
    await sync();
  });

  test('edited: its entry has the new title, and is still one', async () => {
    const { body } = await bookPage(app, page);
    await work();
    const { status } = await app.patch(`/scheduled-events/${body.uuid}`, { title: 'Plans of the house' });
    expect(status).toBe(200);
    await work();
    const [text = '', ...more] = await entries();
    expect(more).toEqual([]);
    expect(text).toContain('SUMMARY:Plans of the house');
    expect(await startsIn()).toEqual(['20270112T090000Z']);
  });

  test('its own entry makes nobody busy twice, and comes back as no change', async () => {
    const { body } = await bookPage(app, page, {});
    await work();
    await sync();
    await work();
    const busy = await app.get('/busy-times?start=2027-01-12T00:00:00Z&end=2027-01-13T00:00:00Z');
    expect(busy.body.collection.map(({ source }: { source: { kind: string } }) => source.kind)).toEqual([
      'event',
    ]);
    expect((await app.get(`/scheduled-events/${body.uuid}`)).body.resource.startTime).toContain('09:00');
    expect(await mailsTo('A booking couldn’t be rescheduled')).toEqual([]);
  });

  test('the host gets no invitation by mail for what is in their calendar; the invitee does', async () => {
    await bookPage(app, page, {});
    await app.runEffects();
    expect(await invitedByMail()).toEqual([
      ['ines@okafor.example', true],
      ['mara@juniper.example', false],
    ]);
  });

  test('moved there: the booking follows; to a time that is taken: it goes back, and the host is told', async () => {
    const { body } = await bookPage(app, page, {});
    await work();
    await sync();
    const name = await nameOfOnly();
    const text = (await dav.read(name)) ?? '';
    await dav.put(name, text.replaceAll('20270112T09', '20270112T13'));
    await sync();
    await work();
    const shown = (await app.get(`/scheduled-events/${body.uuid}`)).body.resource;
    expect([shown.startTime, shown.status]).toEqual([
      expect.stringContaining('2027-01-12T13:00'),
      'confirmed',
    ]);
    expect(await startsIn()).toEqual(['20270112T130000Z']);
    await sync();
    await work();

    await bookPage(app, page, { start: '15:00', email: 'other@okafor.example' });
    const before = (await mailsTo('A booking couldn’t be rescheduled')).length;
    await dav.put(name, ((await dav.read(name)) ?? '').replaceAll('20270112T13', '20270112T14'));
    await sync();
    await work();
    expect((await app.get(`/scheduled-events/${body.uuid}`)).body.resource.startTime).toContain('13:00');
    expect(await startsIn()).toEqual(['20270112T130000Z', '20270112T140000Z']);
    expect(await mailsTo('A booking couldn’t be rescheduled')).toHaveLength(before + 1);
  });

  test('deleted there: cancelled by the host, also in a calendar that is only written', async () => {
    const { body } = await bookPage(app, page, {});
    await work();
    const [{ calendars }] = (await app.get('/calendar-connections')).body.collection ?? [{}];
    await app.patch(`/calendar-connections/${uuid}`, { calendars: [{ id: calendars[0].id, isRead: false }] });
    await dav.put('other', OTHER);
    await sync();
    await dav.remove((await dav.list()).find((name) => name !== 'other.ics')?.replace(/\.ics$/, '') ?? '');
    await sync();
    await work();
    const { resource } = (await app.get(`/scheduled-events/${body.uuid}`)).body;
    expect(resource.status).toBe('cancelled');
    expect(resource.invitees[0].cancellation).toMatchObject({
      cancellerType: 'host',
      cancelledBy: 'mara@juniper.example',
    });
    expect(await dav.list()).toEqual(['other.ics']);
  });

  test('disconnected and connected again: no entry is doubled, and what was cancelled meanwhile is removed', async () => {
    await bookPage(app, page, {});
    const { body } = await bookPage(app, page, { start: '15:00', email: 'other@okafor.example' });
    await work();
    await app.delete(`/calendar-connections/${uuid}`);
    await app.put(`/scheduled-events/${body.uuid}/cancel`, {});
    await work();
    expect(await startsIn()).toEqual(['20270112T090000Z', '20270112T140000Z']);
    await connect();
    await work();
    await sync();
    expect(await startsIn()).toEqual(['20270112T090000Z']);
    expect(await busyKinds()).toEqual(['event']);
    expect(await query('select 1 from calendar_copy')).toHaveLength(1);
  });

  test('declined there: it stands, and the host is told; repeated there: the others make them busy', async () => {
    const { body } = await bookPage(app, page, {});
    await work();
    await sync();
    const name = await nameOfOnly();
    const text = (await dav.read(name)) ?? '';
    const declined = 'ATTENDEE;PARTSTAT=DECLINED:mailto:mara@juniper.example\r\nEND:VEVENT';
    await dav.put(name, text.replace('END:VEVENT', declined));
    await sync();
    await work();
    expect((await app.get(`/scheduled-events/${body.uuid}`)).body.resource.status).toBe('confirmed');
    expect((await mailsTo('You declined a booking in your calendar')).length).toBeGreaterThan(0);
    await dav.put(name, text.replace('END:VEVENT', 'RRULE:FREQ=DAILY;COUNT=3\r\nEND:VEVENT'));
    await sync();
    await work();
    const busy = await app.get('/busy-times?start=2027-01-12T00:00:00Z&end=2027-01-20T00:00:00Z');
    expect(
      busy.body.collection.map(({ start, source }: { start: string; source: { kind: string } }) => [
        start.slice(0, 10),
        source.kind,
      ]),
    ).toEqual([
      ['2027-01-12', 'event'],
      ['2027-01-13', 'calendar'],
      ['2027-01-14', 'calendar'],
    ]);
  });

  test('handed over, another calendar chosen, none chosen: entries are where they should be', async () => {
    const { body } = await bookPage(app, page, {});
    await work();
    const newHost = { newHostEmail: 'tomas@juniper.example', requireHostAvailability: false };
    expect((await app.put(`/scheduled-events/${body.uuid}/handover`, newHost)).status).toBe(200);
    await work();
    expect(await entries()).toEqual([]);
    await bookPage(app, page, { start: '12:00' });
    await work();
    expect(await startsIn()).toEqual(['20270112T110000Z']);
    const [{ calendars }] = (await app.get('/calendar-connections')).body.collection;
    const choose = (isWritten: boolean) =>
      app.patch(`/calendar-connections/${uuid}`, { calendars: [{ id: calendars[0].id, isWritten }] });
    await choose(false);
    await work();
    expect(await entries()).toEqual([]);
    await choose(true);
    await work();
    expect(await startsIn()).toEqual(['20270112T110000Z']);
    await app.delete(`/calendar-connections/${uuid}`);
    await work();
    expect(await startsIn()).toEqual(['20270112T110000Z']);
  });

  test('who is erased is in no entry any more, also of what is over', async () => {
    await bookPage(app, page, { name: 'Quilla Facts', email: 'quilla@erasure.example' });
    await work();
    expect((await entries()).join('')).toContain('Quilla');
    minutes = 3 * 24 * 60;
    const { collection } = (await app.get('/crm/people?filter[emails]=quilla@erasure.example')).body;
    await app.post(`/crm/people/${collection[0].id}/erase`, {});
    await work();
    expect((await entries()).join('')).not.toMatch(/quilla/i);
    expect(await entries()).toHaveLength(1);
  });

  test('a server that is away: the booking stands, and its entry follows once it is back', async () => {
    await dav.kill();
    await bookPage(app, page, {});
    await work();
    expect(await query('select failures, written_seq from calendar_copy')).toEqual([
      { failures: 1, written_seq: 0 },
    ]);
    await dav.restart();
    minutes = 5;
    await work();
    expect(await startsIn()).toEqual(['20270112T090000Z']);
  });

  // What does not depend on the server is shown with one of them.
  describe.each(program === radicale ? ['with any server'] : [])('%s', () => {
    test('moved there, and the booking moved at once: the booking wins, and the host learns it', async () => {
      const { body } = await bookPage(app, page, {});
      await work();
      await sync();
      const name = await nameOfOnly();
      await dav.put(name, ((await dav.read(name)) ?? '').replaceAll('20270112T09', '20270112T13'));
      // Calendars are asked before the booking moves, so that the change is seen before it.
      await moveTo(body.uuid, '11:00');
      await work();
      expect(await shownOf(body.uuid)).toEqual(['confirmed', '2027-01-12T11:00']);
      expect(await startsIn()).toEqual(['20270112T110000Z']);
      expect(await mailsTo('A booking couldn’t be rescheduled')).toHaveLength(1);
      await sync();
      await work();
      expect(await shownOf(body.uuid)).toEqual(['confirmed', '2027-01-12T11:00']);
    });

    test.each(['before', 'after'])(
      'deleted there %s the booking moved: the booking wins, and is entered again',
      async (when) => {
        const { body } = await bookPage(app, page, {});
        await work();
        await sync();
        if (when === 'before') await dav.remove(await nameOfOnly());
        await moveTo(body.uuid, '11:00');
        if (when === 'after') await dav.remove(await nameOfOnly());
        await work();
        await sync();
        await work();
        expect(await shownOf(body.uuid)).toEqual(['confirmed', '2027-01-12T11:00']);
        expect(await startsIn()).toEqual(['20270112T110000Z']);
      },
    );

    test('made anew with other things in it: no booking is cancelled, and all are entered again', async () => {
      const { body: first } = await bookPage(app, page, {});
      const { body: second } = await bookPage(app, page, { start: '15:00', email: 'other@okafor.example' });
      await work();
      await sync();
      await dav.makeAnew();
      await dav.put('other', OTHER);
      // One of them is written before anybody has seen that all are gone.
      await query(`update calendar_copy set wanted_seq = wanted_seq + 1 where event_id = $1`, [first.uuid]);
      await work();
      await sync();
      minutes = 1;
      await work();
      expect([(await shownOf(first.uuid))[0], (await shownOf(second.uuid))[0]]).toEqual([
        'confirmed',
        'confirmed',
      ]);
      expect(await startsIn()).toEqual(['20270112T090000Z', '20270112T140000Z', '20270301T090000Z']);
      await sync();
      await work();
      expect([(await shownOf(first.uuid))[0], (await dav.list()).length]).toEqual(['confirmed', 3]);
    });

    test('a refused token cancels nothing: what is missing is entered again', async () => {
      const { body: first } = await bookPage(app, page, {});
      await bookPage(app, page, { start: '15:00', email: 'other@okafor.example' });
      await work();
      await sync();
      const names = await dav.list();
      await query(`update calendar set cursor = 'http://example.com/no-such-token'`);
      for (const name of names) {
        const text = (await dav.read(name.replace(/\.ics$/, ''))) ?? '';
        if (text.includes('20270112T09')) await dav.remove(name.replace(/\.ics$/, ''));
      }
      await sync();
      await work();
      expect((await shownOf(first.uuid))[0]).toBe('confirmed');
      expect(await dav.list()).toEqual(names);
    });

    test('422, 200, 201, 409: a new password, by PATCH and by connecting again, keeps entries and choices', async () => {
      const { body } = await bookPage(app, page, {});
      await work();
      const setPassword = async (password: string) => {
        await dav.kill();
        writeFileSync(join(dav.folder, 'users'), `${dav.username}:${password}\n`);
        await dav.restart();
        await app.post(`/calendar-connections/${uuid}/sync`, {});
      };
      const shown = async () => (await app.get(`/calendar-connections/${uuid}`)).body.resource;
      await setPassword('quince');
      expect((await shown()).state).toBe('needs_sign_in');
      await moveTo(body.uuid, '11:00');
      await work();
      const give = (password: string) => app.patch(`/calendar-connections/${uuid}`, { password });
      const wrong = await give('plum');
      expect([wrong.status, wrong.body.errors]).toEqual([
        422,
        { password: [expect.stringContaining('Incorrect user name or password')] },
      ]);
      expect((await give('quince')).body.resource).toMatchObject({
        ...{ state: 'ok', error: null, failingSince: null, calendars: [{ isWritten: true }] },
      });
      await work();
      await setPassword(dav.password);
      expect(await startsIn()).toEqual(['20270112T110000Z']);
      expect((await shown()).state).toBe('needs_sign_in');
      const { url, username, password } = dav;
      const again = (address: string) =>
        app.post('/calendar-connections', { ...{ provider: 'caldav', url: address, username, password } });
      const renewed = await again(url);
      expect([renewed.status, renewed.body.resource]).toEqual([
        201,
        expect.objectContaining({ uuid, state: 'ok' }),
      ]);
      expect(renewed.body.resource.calendars).toEqual([expect.objectContaining({ isWritten: true })]);
      expect([(await again(url)).status, (await again(`${url}${username}/`)).status]).toEqual([409, 409]);
    });

    test('one that can only be read from now on: its host hears of it, and gets invitations again', async () => {
      const config = readFileSync(join(dav.folder, 'config'), 'utf8');
      const allow = async (permissions: string) => {
        await dav.kill();
        const rights = join(dav.folder, 'rights');
        writeFileSync(rights, `[all]\nuser: .+\ncollection: .*\npermissions: ${permissions}\n`);
        writeFileSync(join(dav.folder, 'config'), `${config}[rights]\ntype = from_file\nfile = ${rights}\n`);
        await dav.restart();
      };
      const warning = async () =>
        (await app.get(`/calendar-connections/${uuid}`)).body.resource.calendars[0].warning;
      const attention = async () =>
        (await app.get('/attention')).body.attention.map(({ detail }: { detail: string }) => detail);
      await allow('rRi');
      await bookPage(app, page, {});
      expect(await warning()).toBeNull();
      for (let tries = 0; tries < 3; tries += 1) {
        await work();
        minutes += 10;
      }
      const sentence = 'The server doesn’t let you change this calendar (403).';
      expect(await warning()).toBe(`Bookings couldn’t be added to this calendar: ${sentence}`);
      expect(await attention()).toEqual([`Bookings couldn’t be added: ${sentence}`]);
      await sync();
      expect(await warning()).toMatch(/^This calendar is read-only now/);
      await bookPage(app, page, { start: '15:00' });
      await app.runEffects();
      expect(await invitedByMail()).toContainEqual(['mara@juniper.example', true]);

      await allow('rRwWi');
      minutes += 60;
      await sync();
      await work();
      expect(await startsIn()).toEqual(['20270112T090000Z', '20270112T140000Z']);
      expect([await warning(), await attention()]).toEqual([null, []]);
    });

    test('read as a file too, its own entry makes nobody busy twice, and all others count', async () => {
      await bookPage(app, page, {});
      await work();
      const dentist = `BEGIN:VEVENT\r\nUID:zz\r\nDTSTAMP:20270101T000000Z\r\nDTSTART:20270112T150000Z\r\nDTEND:20270112T160000Z\r\nEND:VEVENT`;
      await dav.put(
        'zz',
        `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\n${dentist}\r\nEND:VCALENDAR\r\n`,
      );
      const url = dav.calendar.replace('//', `//${dav.username}:${dav.password}@`);
      const other = await app.post('/calendar-connections', { provider: 'ics', url });
      expect(other.status, JSON.stringify(other.body)).toBe(201);
      await app.post(`/calendar-connections/${other.body.resource.uuid}/sync`, {});
      expect(await busyKinds()).toEqual(['event', 'calendar']);
      await sync();
      expect(await busyKinds()).toEqual(['event', 'calendar', 'calendar']);
    });

    test('read by another address too, its own entry makes nobody busy twice', async () => {
      const { body } = await bookPage(app, await createPage(app, { slotInterval: 15 }), {});
      await work();
      const { username, password } = dav;
      const other = await app.post('/calendar-connections', {
        ...{ provider: 'caldav', url: dav.calendar, username, password },
      });
      expect(other.status, JSON.stringify(other.body)).toBe(201);
      await app.post(`/calendar-connections/${other.body.resource.uuid}/sync`, {});
      expect(await busyKinds()).toEqual(['event']);
      await moveTo(body.uuid, '09:15');
      await work();
      expect(await startsIn()).toEqual(['20270112T091500Z']);
    });

    test('shared by two hosts: their meeting can be moved, and that of one makes the other busy', async () => {
      const [mara, tomas] = ['mara@juniper.example', 'tomas@juniper.example'];
      const both = await createPage(app, {
        type: 'COLLECTIVE',
        hosts: [{ email: mara }, { email: tomas }],
        slotInterval: 15,
      });
      await connect(tomas);
      await bookPage(app, page, {});
      const { status, body } = await bookPage(app, both, { start: '15:00', email: 'other@okafor.example' });
      expect(status, JSON.stringify(body)).toBeLessThan(300);
      await work();
      await sync();
      expect(await startsIn()).toEqual(['20270112T090000Z', '20270112T140000Z', '20270112T140000Z']);
      expect(await busyKinds(tomas)).toEqual(['calendar', 'event']);
      await moveTo(body.uuid, '14:15');
      await work();
      expect(await startsIn()).toEqual(['20270112T090000Z', '20270112T141500Z', '20270112T141500Z']);
    });
  });
});

const OTHER =
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\nBEGIN:VEVENT\r\nUID:other\r\nDTSTAMP:20270101T000000Z\r\nDTSTART:20270301T090000Z\r\nDTEND:20270301T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
