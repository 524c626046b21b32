import { afterEach, describe, expect, test } from 'vitest';
import { bookPage, fixedClock, listFreeTimes, createPage, mara as maraSlug } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';

const app = useApp({ clock: fixedClock });

const mara = 'mara@juniper.example';
const tomas = 'tomas@juniper.example';
const aiko = 'aiko@juniper.example';
const tuesday = '2027-01-12';
const open = { bookingWindow: { type: 'unlimited' } };

// oxlint-disable-next-line no-explicit-any -- as it came over the wire; tests assert what matters
type Wire = any;

const made: string[] = [];

async function enter(fields: object): Promise<Wire> {
  const { status, body } = await app.post('/absences', { start: tuesday, end: tuesday, ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  made.push(body.resource.uuid);
  return body.resource;
}

afterEach(async () => {
  for (const uuid of made.splice(0)) await app.delete(`/absences/${uuid}`);
});

const busyOn = async (date: string, email = mara): Promise<Wire[]> =>
  (await app.get(`/busy-times?email=${email}&start=${date}T00:00:00Z&end=${date}T23:59:00Z`)).body.collection;

const explain = async (page: { slug: string }, at: string, options = {}): Promise<Wire> =>
  (await app.get(`/availability/${maraSlug}/event-types/${page.slug}/explain?at=${at}`, options)).body
    .resource;

describe('an absence', () => {
  test('201: of whole days is busy time from the first midnight to the last, of its user’s clock', async () => {
    const page = await createPage(app);
    const absence = await enter({ kind: 'vacation', end: '2027-01-13', note: 'Lisbon' });
    expect(absence).toMatchObject({
      email: mara,
      kind: 'vacation',
      start: '2027-01-12',
      end: '2027-01-13',
      startTime: '2027-01-11T23:00:00.000000Z',
      endTime: '2027-01-13T23:00:00.000000Z',
      timezone: 'Europe/Berlin',
      note: 'Lisbon',
      message: null,
      replacement: null,
      conflicts: [],
    });
    expect(await listFreeTimes(app, page, '2027-01-11')).toContain('16:30');
    expect(await listFreeTimes(app, page, tuesday)).toEqual([]);
    expect(await listFreeTimes(app, page, '2027-01-13')).toEqual([]);
    expect((await listFreeTimes(app, page, '2027-01-14'))[0]).toBe('09:00');
    expect((await bookPage(app, page)).status).toBe(422);
    expect(await busyOn(tuesday)).toEqual([
      { start: absence.startTime, end: absence.endTime, source: { kind: 'out_of_office', label: 'Lisbon' } },
    ]);
  });

  test('201: from one time to another leaves the rest of the day', async () => {
    const page = await createPage(app);
    await enter({ start: '2027-01-12T11:00:00+01:00', end: '2027-01-12T14:15:00+01:00' });
    const times = await listFreeTimes(app, page, tuesday);
    expect(times).toContain('10:30');
    expect(times).toContain('14:30');
    expect(times.filter((time) => time > '10:30' && time < '14:30')).toEqual([]);
  });

  test('200: that is deleted can be booked again at once', async () => {
    const page = await createPage(app);
    const { uuid } = await enter({});
    expect((await app.delete(`/absences/${uuid}`)).status).toBe(200);
    expect(await listFreeTimes(app, page, tuesday)).toContain('10:00');
    expect((await app.get(`/absences/${uuid}`)).status).toBe(404);
  });

  test('200: changes what is mentioned, and null removes', async () => {
    const page = await createPage(app);
    const { uuid } = await enter({ note: 'Dentist', message: 'Back soon.', replacement: tomas });
    const { status, body } = await app.patch(`/absences/${uuid}`, { start: '2027-01-11', message: null });
    expect(status).toBe(200);
    expect(body.resource).toMatchObject({
      start: '2027-01-11',
      end: tuesday,
      note: 'Dentist',
      message: null,
      replacement: { email: tomas, isActive: true },
    });
    expect(await listFreeTimes(app, page, '2027-01-11')).toEqual([]);
  });

  test('a change of the note or the kind is in the audit log, and says nothing of either', async () => {
    const absent = { kind: 'sick', note: 'A broken leg.', start: tuesday, end: tuesday };
    const { uuid } = (await app.post('/absences', absent)).body.resource;
    await app.patch(`/absences/${uuid}`, { note: 'Two broken legs.' });
    await app.patch(`/absences/${uuid}`, { kind: 'vacation' });
    await app.patch(`/absences/${uuid}`, { note: null, message: 'Back soon.' });
    const entries = (await app.get(`/audit-log?action=absence.updated&object=${uuid}`)).body.collection;
    expect(
      entries.map(({ before, after }: { before: object; after: object }) => [before, after]).toReversed(),
    ).toEqual([
      [{ note: '(hidden)' }, { note: '(hidden)' }],
      [{ kind: '(hidden)' }, { kind: '(hidden)' }],
      [{ note: '(hidden)' }, { message: 'Back soon.' }],
    ]);
    const log = JSON.stringify((await app.get(`/audit-log?object=${uuid}`)).body);
    expect(log).not.toMatch(/broken|sick|vacation/);
    await app.delete(`/absences/${uuid}`);
  });

  test('200: two that overlap are both in the way, and one of them after the other is gone', async () => {
    const page = await createPage(app);
    await enter({ start: '2027-01-12T10:00:00Z', end: '2027-01-12T14:00:00Z' });
    const { uuid } = await enter({});
    expect(await listFreeTimes(app, page, tuesday)).toEqual([]);
    await app.delete(`/absences/${uuid}`);
    const times = await listFreeTimes(app, page, tuesday);
    expect(times).toContain('10:30');
    expect(times).not.toContain('11:00');
  });

  test('201: across a clock change is as long as its days are', async () => {
    const spring = await enter({ start: '2027-03-27', end: '2027-03-28' });
    expect([spring.startTime, spring.endTime]).toEqual([
      '2027-03-26T23:00:00.000000Z',
      '2027-03-28T22:00:00.000000Z',
    ]);
    const autumn = await enter({ start: '2027-10-31', end: '2027-10-31' });
    expect([autumn.startTime, autumn.endTime]).toEqual([
      '2027-10-30T22:00:00.000000Z',
      '2027-10-31T23:00:00.000000Z',
    ]);
    const page = await createPage(app, open);
    expect((await listFreeTimes(app, page, '2027-03-29'))[0]).toBe('09:00');
    expect((await listFreeTimes(app, page, '2027-11-01'))[0]).toBe('09:00');
  });

  test('200: lists those that are not over by their start, and the others with past=1', async () => {
    const later = await enter({ start: '2027-03-01', end: '2027-03-05' });
    const sooner = await enter({});
    const past = await enter({ start: '2026-12-01', end: '2026-12-02' });
    const ids = async (query: string) =>
      (await app.get(`/absences?${query}`)).body.collection.map(({ uuid }: Wire) => uuid);
    expect(await ids('')).toEqual([sooner.uuid, later.uuid]);
    expect(await ids('past=1')).toEqual([past.uuid]);
    expect(await ids(`email=${tomas}`)).toEqual([]);
  });

  test('422: says everything that is wrong at once', async () => {
    const wrong = async (fields: object) => (await app.post('/absences', fields)).body.errors;
    expect(await wrong({ start: tuesday, end: '2027-01-11', replacement: mara, kind: 'bored' })).toEqual({
      kind: [expect.any(String)],
      end: ['Must be after the start.'],
      replacement: ['Must be another active user in this workspace.'],
    });
    expect(await wrong({ start: tuesday, end: '2027-01-13T10:00:00Z', email: 'nobody@x.example' })).toEqual({
      email: ['No user in this workspace has this email address.'],
      end: ['Must be a date if the start is a date, and a time if the start is a time.'],
    });
    expect(await wrong({ start: '2027-01-12T10:00:30Z', end: '2031-01-13T10:00:00Z' })).toEqual({
      start: ['Must be at a whole minute.'],
      end: ['Must be at most 731 days after the start.'],
    });
    const { uuid } = await enter({});
    const { status, body } = await app.patch(`/absences/${uuid}`, { end: '2027-01-01' });
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: { end: ['Must be after the start.'] },
    });
  });

  test('403, 404: others’ absences are for owners and admins', async () => {
    const { uuid } = await enter({ note: 'Dentist' });
    const token = await app.tokenOf(aiko, ['schedules:read', 'schedules:write']);
    expect((await app.get(`/absences/${uuid}`, { token })).status).toBe(404);
    expect((await app.patch(`/absences/${uuid}`, { end: tuesday }, { token })).status).toBe(404);
    expect((await app.delete(`/absences/${uuid}`, {}, { token })).status).toBe(404);
    expect((await app.get(`/absences?email=${mara}`, { token })).status).toBe(403);
    const forOther = await app.post('/absences', { email: mara, start: tuesday, end: tuesday }, { token });
    expect(forOther.status).toBe(403);
    expect((await enter({ email: aiko })).email).toBe(aiko);
  });
});

describe('bookings that lie in an absence', () => {
  test('201: stay, and are listed until they are moved or cancelled', async () => {
    const page = await createPage(app, { title: 'Review' });
    const { body: event } = await bookPage(app, page, { start: '15:00' });
    await bookPage(app, page, { date: '2027-01-13', start: '15:00' });
    const { uuid, conflicts } = await enter({});
    expect(conflicts).toEqual([
      {
        uuid: event.uuid,
        title: 'Review',
        startTime: '2027-01-12T14:00:00.000000Z',
        endTime: '2027-01-12T14:30:00.000000Z',
        invitees: ['Ines Okafor'],
      },
    ]);
    const move = { date: '2027-01-14', start: '15:00', timeZone: 'Europe/Berlin' };
    expect((await app.put(`/scheduled-events/${event.uuid}/reschedule`, move)).status).toBe(200);
    expect((await app.get(`/absences/${uuid}`)).body.resource.conflicts).toEqual([]);
  });

  test('409: a booking that comes at the same moment is refused, when the absence is first', async () => {
    const page = await createPage(app);
    const client = await app.runtime.database.pool.connect();
    try {
      // The absence is entered, and not committed yet.
      await client.query(`begin; set local daybook.workspace = '*'`);
      await client.query(`select from member where email = '${mara}' for update`);
      await client.query(
        `insert into absence (workspace_id, id, member_id, kind, starts_on, ends_on)
         select workspace_id, gen_random_uuid(), id, 'sick', '2027-01-15', '2027-01-15' from member where email = $1`,
        [mara],
      );
      const booking = bookPage(app, page, { date: '2027-01-15', start: '16:00' });
      await waitForLock();
      await client.query('commit');
      expect((await booking).status).toBe(409);
    } finally {
      client.release();
      await app.runtime.database.pool.query('delete from absence');
    }
  });

  test('201: of bookings and an absence at once each is refused or listed', async () => {
    for (let round = 0; round < 6; round += 1) {
      const page = await createPage(app, { ...open, title: `Race ${round}` });
      const date = `2027-02-0${round + 1 > 5 ? 8 : round + 1}`;
      const [absence, ...bookings] = await Promise.all([
        app.post('/absences', { start: date, end: date }),
        ...['10:00', '11:00', '12:00', '13:00'].map((start) => bookPage(app, page, { date, start })),
      ]);
      made.push(absence.body.resource.uuid);
      const booked = bookings.flatMap(({ status, body }) => (status < 300 ? [body.uuid] : []));
      const listed = absence.body.resource.conflicts.map(({ uuid }: Wire) => uuid);
      expect(listed.toSorted(), `round ${round}`).toEqual(booked.toSorted());
    }
  });
});

async function waitForLock(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { rows } = await app.runtime.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
  throw new Error('Nobody waits.');
}

describe('on a page of several hosts', () => {
  const hosts = [{ email: mara }, { email: tomas }];
  const at = '2027-01-12T14:00:00Z';

  test('one who is away takes the times of a collective, and is named as the reason', async () => {
    const page = await createPage(app, { type: 'COLLECTIVE', hosts });
    expect(await listFreeTimes(app, page, tuesday)).toContain('15:00');
    const { uuid } = await enter({ email: tomas, note: 'Knee' });
    expect(await listFreeTimes(app, page, tuesday)).toEqual([]);
    expect(await explain(page, at)).toMatchObject({
      reason: 'busy',
      source: { kind: 'out_of_office', id: uuid, label: 'Knee' },
      hosts: [
        { email: mara, reason: null },
        { email: tomas, reason: 'busy' },
      ],
    });
  });

  test('a round robin goes on with the others', async () => {
    const page = await createPage(app, { type: 'ROUND_ROBIN', hosts });
    await enter({ email: mara });
    const { body } = await bookPage(app, page, { start: '15:00' });
    const { body: event } = await app.get(`/scheduled-events/${body.uuid}`);
    expect(event.resource.hosts.map(({ email }: Wire) => email)).toEqual([tomas]);
  });

  test('nobody joins a group event of a host who is away', async () => {
    const page = await createPage(app, { type: 'GROUP', maxActiveInvitees: 5 });
    await bookPage(app, page, { start: '11:00' });
    const { uuid, conflicts } = await enter({});
    expect(conflicts).toHaveLength(1);
    expect(await listFreeTimes(app, page, tuesday)).toEqual([]);
    expect((await bookPage(app, page, { start: '11:00', email: 'second@okafor.example' })).status).toBe(422);
    expect(await explain(page, '2027-01-12T10:00:00Z')).toMatchObject({
      reason: 'busy',
      source: { kind: 'out_of_office', id: uuid },
    });
    await app.delete(`/absences/${uuid}`);
    expect(await listFreeTimes(app, page, tuesday)).toContain('11:00');
  });

  test('why somebody is away is told to those who may read it', async () => {
    const page = await createPage(app);
    const { uuid } = await enter({ kind: 'sick', note: 'Knee' });
    const token = await app.tokenOf(aiko, ['timetable']);
    expect((await explain(page, at, { token })).source).toEqual({
      kind: 'out_of_office',
      id: uuid,
      label: null,
    });
    const { body } = await app.get(`/calendar?from=${tuesday}&to=${tuesday}&hosts=mara-lindqvist`, {
      token: await app.tokenOf(aiko, ['events:read']),
    });
    expect(JSON.stringify(body)).not.toContain('Knee');
    expect(body.resource.busy).toContainEqual(expect.objectContaining({ kind: 'out_of_office' }));
  });
});

describe('on the public page', () => {
  const publicly = async (page: { slug: string }): Promise<Wire[]> =>
    (await app.get(`/public/pages/${maraSlug}/${page.slug}`, { token: null })).body.resource.absences;

  const htmlOf = async (page: { slug: string }): Promise<string> =>
    String(
      (
        await app.inject({
          url: `/${maraSlug}/${page.slug}?zone=Europe/Berlin`,
          headers: { accept: 'text/html' },
        })
      ).body,
    );

  test('a message and a replacement are shown, with the page of the same name', async () => {
    const page = await createPage(app, { title: 'Advice' });
    await enter({
      end: '2027-01-15',
      kind: 'sick',
      note: 'Knee',
      message: 'Back on Monday.',
      replacement: tomas,
    });
    const absence = {
      startTime: '2027-01-11T23:00:00.000000Z',
      endTime: '2027-01-15T23:00:00.000000Z',
      host: 'Mara Lindqvist',
      message: 'Back on Monday.',
      replacement: { name: expect.stringContaining('Tom'), url: null },
    };
    expect(await publicly(page)).toMatchObject([{ ...absence, replacement: { name: expect.any(String) } }]);
    const token = await app.tokenOf(tomas, ['event-types:write']);
    const own = await app.post('/event-types', { title: 'Advice', slug: page.slug, duration: 30 }, { token });
    expect(own.status, JSON.stringify(own.body)).toBe(201);
    const [shown] = await publicly(page);
    expect(shown.replacement.url).toMatch(new RegExp(`/tomas[^/]*/${page.slug}$`));
    const html = await htmlOf(page);
    const sentence = 'Mara Lindqvist is away from Tuesday, 12 January to Friday, 15 January.';
    const shownTexts = [sentence, 'Back on Monday.', new URL(shown.replacement.url).pathname];
    expect(shownTexts.filter((text) => !html.includes(text))).toEqual([]);
    expect(['Knee', 'sick'].filter((text) => html.includes(text))).toEqual([]);
  });

  test('whole days are named by the host’s dates, hours by the visitor’s clock', async () => {
    const page = await createPage(app, { title: 'Far' });
    await enter({ message: 'Whole day.' });
    await enter({ start: '2027-01-13T09:00:00Z', end: '2027-01-13T10:30:00Z', message: 'Some hours.' });
    const { body } = await app.inject({
      url: `/${maraSlug}/${page.slug}?zone=America/New_York&lang=en`,
      headers: { accept: 'text/html' },
    });
    const sentences = [
      'Mara Lindqvist is away on Tuesday, 12 January.',
      'Mara Lindqvist is away on Wednesday, 13 January from 4:00 am to 5:30 am.',
    ];
    expect(sentences.filter((text) => !String(body).includes(text))).toEqual([]);
  });

  test('without either, nothing is told', async () => {
    const page = await createPage(app);
    await enter({ kind: 'sick', note: 'Knee' });
    expect(await publicly(page)).toEqual([]);
    expect((await htmlOf(page)).includes('class="away"')).toBe(false);
  });

  test('a replacement who is away all the time as well, or was deactivated, is not named', async () => {
    const page = await createPage(app);
    const fields = {
      email: 'rosa@juniper.example',
      firstName: 'Rosa',
      lastName: 'Lund',
      timezone: 'Asia/Tokyo',
    };
    const { body } = await app.post('/organizations/users', fields);
    await enter({ end: '2027-01-15', message: 'Back on Monday.', replacement: fields.email });
    const named = async () => (await publicly(page))[0].replacement?.name ?? null;
    expect(await named()).toBe('Rosa Lund');
    const part = await enter({ email: fields.email, end: '2027-01-13' });
    expect(await named()).toBe('Rosa Lund');
    await app.patch(`/absences/${part.uuid}`, { start: '2027-01-11', end: '2027-01-16' });
    expect(await named()).toBeNull();
    await app.delete(`/absences/${part.uuid}`);
    expect(await named()).toBe('Rosa Lund');
    await app.delete(`/organizations/users/${body.resource.uuid}`);
    expect(await named()).toBeNull();
    expect((await htmlOf(page)).includes('Rosa')).toBe(false);
  });
});
