import { describe, expect, test } from 'vitest';
import {
  bookPage,
  buildBooking,
  fixedClock,
  listFreeTimes,
  createPage,
  mara,
} from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { setPlan } from '../../../test/plan.ts';

const app = useApp({ clock: fixedClock });

/** Every test has a week of its own, so that Mara's time is free in it. */
let week = 0;
const freeDay = () => {
  const date = new Date(Date.UTC(2027, 0, 12 + 7 * week));
  week += 1;
  return date.toISOString().slice(0, 10);
};
const unlimited = { bookingWindow: { type: 'unlimited' } };

describe('POST /event', () => {
  test('200: the event in the shape of interface 2.2, with one invitee', async () => {
    const page = await createPage(app, {
      ...unlimited,
      inviteeQuestions: [
        { question: 'What is it about?', isRequired: true },
        { question: 'How did you find us?', type: 'RADIO_INPUT', options: ['Friend', 'Web'] },
      ],
      locations: [{ type: 'GOOGLE_MEET', joinUrl: 'https://meet.example/mara' }, { type: 'IN_PERSON' }],
    });
    const settings = (await app.get(`/event-types/${page.uuid}`)).body.resource;
    const [about, found] = settings.inviteeQuestions.map(({ id }: { id: number }) => id);
    const date = freeDay();
    const { status, body } = await bookPage(app, page, {
      date,
      guests: ['kofi@okafor.example'],
      location: 'GOOGLE_MEET',
      question_answers: [
        { question_id: found, answer: 'Web' },
        { question_id: about, answer: 'A garden' },
      ],
      utm: { utm_source: 'newsletter' },
      customQueryParams: { ref: 'a1' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      uri: `http://localhost:4000/v2/scheduled-events/${body.uuid}`,
      title: 'Test page',
      type: 'ONE_ON_ONE',
      startTime: `${date}T09:00:00.000000Z`,
      endTime: `${date}T09:30:00.000000Z`,
      duration: 30,
      status: 'confirmed',
      eventTypeUri: `http://localhost:4000/v2/event-types/${page.uuid}`,
      location: { type: 'Google Meet', joinUrl: 'https://meet.example/mara' },
      maxActiveInvitees: 1,
      activeInviteesCount: 1,
      guests: ['kofi@okafor.example'],
      currentTime: '2027-01-11T06:00:00.000000Z',
    });
    expect(body.uuid).toMatch(/^dbk-[0-9A-Za-z]{16}$/);
    expect(body.hosts).toEqual([
      {
        firstName: 'Mara',
        lastName: 'Lindqvist',
        email: 'mara@juniper.example',
        slug: mara,
        url: `http://localhost:4000/${mara}`,
        avatarUrl: null,
      },
    ]);
    expect(body.invitees).toEqual([
      {
        uuid: expect.stringMatching(/^dbk-[0-9A-Za-z]{16}$/),
        salutation: null,
        fullName: 'Ines Okafor',
        email: 'ines@okafor.example',
        guests: ['kofi@okafor.example'],
        timeZone: 'Europe/Berlin',
        noShow: false,
        personId: null,
        cancellation: { cancelledAt: null, cancelledBy: null, cancellerType: null, cancellationReason: null },
        payment: null,
        questions: [
          { answer: 'A garden', answer_type: 'STRING', question: 'What is it about?' },
          { answer: 'Web', answer_type: 'STRING', question: 'How did you find us?' },
        ],
        scheduledAt: expect.stringMatching(/\.\d{6}Z$/),
        utm: {
          utm_campaign: null,
          utm_source: 'newsletter',
          utm_medium: null,
          utm_content: null,
          utm_term: null,
        },
        customQueryParams: [{ key: 'ref', value: 'a1' }],
      },
    ]);
  });

  test('200: the same Idempotency-Key books once, and answers the same bytes', async () => {
    const page = await createPage(app, unlimited);
    const date = freeDay();
    const options = { headers: { 'idempotency-key': 'booking-1' } };
    const first = await app.post('/event', buildBooking(page, { date }), options);
    const again = await app.post('/event', buildBooking(page, { date }), options);
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  test('200: the price of the page, or of the link, is kept as unpaid', async () => {
    const page = await createPage(app, { ...unlimited, price: '120.00', currency: 'EUR' });
    const full = await bookPage(app, page, { date: freeDay() });
    expect(full.body.invitees[0].payment).toEqual({ status: 'unpaid', amount: '120.00', currency: 'EUR' });
    const { body } = await app.get(`/event-types/${page.uuid}/single-use-link?price=80.50`);
    const sharedLink = body.link.split('/s/')[1];
    const reduced = await bookPage(app, page, { date: freeDay(), sharedLink });
    expect(reduced.body.invitees[0].payment.amount).toBe('80.50');
  });

  test('409: a single-use link books once, also when many use it at the same moment', async () => {
    const page = await createPage(app, unlimited);
    const date = freeDay();
    const { body } = await app.get(`/event-types/${page.uuid}/single-use-link`);
    const sharedLink = body.link.split('/s/')[1];
    const starts = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00'];
    const answers = await Promise.all(
      starts.map((start) => bookPage(app, page, { date, start, sharedLink })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await listFreeTimes(app, page, date)).toHaveLength(15);
    expect((await bookPage(app, page, { date, start: '16:00', sharedLink })).body.message).toBe(
      'This link was already used.',
    );
  });

  test('409: a time that was offered and is gone', async () => {
    const page = await createPage(app, unlimited);
    const date = freeDay();
    await bookPage(app, page, { date });
    const { status, body } = await bookPage(app, page, { date });
    expect(status).toBe(409);
    expect(body).toEqual({ success: false, message: 'This time is no longer available.', status: 409 });
  });

  test('409: the time of a host is one, whichever page it is booked on', async () => {
    const [one, other] = [
      await createPage(app, unlimited),
      await createPage(app, { ...unlimited, duration: 60 }),
    ];
    const date = freeDay();
    await bookPage(app, one, { date, start: '10:30' });
    expect((await bookPage(app, other, { date, start: '10:00' })).status).toBe(409);
    expect((await bookPage(app, other, { date, start: '11:00' })).status).toBe(200);
  });

  test('422: a time that is never offered', async () => {
    const page = await createPage(app, { minimumNotice: 60 });
    for (const when of [
      { start: '08:30' },
      { start: '10:07' },
      { date: '2027-01-16' },
      { date: '2027-01-11', start: '07:30' },
      { date: '2026-12-01' },
      { date: '2029-01-08' },
    ]) {
      const { status, body } = await bookPage(app, page, when);
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual(['start']);
    }
  });

  test('422: every wrong field at once', async () => {
    const { status, body } = await app.post('/event', {
      eventTypeSlug: '',
      date: '2027-13-01',
      start: '9:00',
      timeZone: 'Berlin',
      email: 'ines',
      duration: 1.5,
      guests: ['no'],
      location: 'MOON',
      question_answers: [{ question_id: 'x' }],
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(
      [
        'date',
        'duration',
        'email',
        'eventTypeSlug',
        'guests.0',
        'location',
        'name',
        'ownerSlug',
        'question_answers.0.answer',
        'question_answers.0.question_id',
        'start',
        'timeZone',
      ].sort(),
    );
  });

  test('422: what the page makes required, all of it at once', async () => {
    const page = await createPage(app, {
      inviteePhoneNumber: true,
      inviteeQuestions: [{ question: 'Why?', isRequired: true }],
      locations: [{ type: 'IN_PERSON' }, { type: 'PHONE_CALL' }],
    });
    const none = await bookPage(app, page, { duration: 45, seats: 2 });
    expect(none.status).toBe(422);
    expect(Object.keys(none.body.errors).sort()).toEqual([
      'duration',
      'location',
      'phone',
      'question_answers',
      'seats',
    ]);
    const inPerson = await bookPage(app, page, { location: 'IN_PERSON', phone: '+49 30 1234' });
    expect(Object.keys(inPerson.body.errors)).toEqual([
      'locationOptions.address',
      'locationOptions.details',
      'question_answers',
    ]);
    const call = await bookPage(app, page, { location: 'PHONE_CALL' });
    expect(Object.keys(call.body.errors)).toEqual(['locationOptions.callType', 'phone', 'question_answers']);
    expect((await bookPage(app, page, { location: 'ZOOM' })).body.errors.location[0]).toContain(
      'IN_PERSON, PHONE_CALL',
    );
  });

  test('422: names a wrong address, what the page makes required and a time it never offers at once', async () => {
    const page = await createPage(app, {
      inviteeQuestions: [{ question: 'Why?', isRequired: true }],
      locations: [{ type: 'ZOOM' }],
    });
    const named = async (fields: object) =>
      Object.keys((await bookPage(app, page, fields)).body.errors).sort();
    const never = { start: '03:00' };
    expect(await named({ email: 'ines', ...never })).toEqual([
      'email',
      'location',
      'question_answers',
      'start',
    ]);
    expect(await named(never)).toEqual(['location', 'question_answers', 'start']);
    expect(await named({ email: 'ines', duration: 45 })).toEqual([
      'duration',
      'email',
      'location',
      'question_answers',
    ]);
    // Nothing is guessed: of a time without a date, answers that can't be read, a page that is not there.
    expect(await named({ ...never, date: null, question_answers: 7 })).toEqual([
      'date',
      'location',
      'question_answers',
    ]);
    const skipped = { date: '2027-03-28', start: '02:30', email: 'ines', location: 'ZOOM' };
    expect(await named(skipped)).toEqual(['email', 'question_answers', 'start']);
    expect(await named({ email: 'ines', eventTypeSlug: 'nowhere' })).toEqual(['email']);
    expect(await named({ email: 'ines', sharedLink: 'nothing' })).toEqual(['email']);
  });

  test('422: guests are at most 20, valid, and named once', async () => {
    const page = await createPage(app);
    const many = Array.from({ length: 21 }, (_, i) => `guest${i}@x.example`);
    expect((await bookPage(app, page, { guests: many })).body.errors).toHaveProperty('guests');
    expect(
      (await bookPage(app, page, { guests: ['a@x.example', 'A@x.example'] })).body.errors,
    ).toHaveProperty('guests');
  });

  test('403: without an active subscription; without the scope', async () => {
    const page = await createPage(app);
    await setPlan(app, false);
    const unpaid = await bookPage(app, page);
    await setPlan(app, true);
    expect(unpaid.status).toBe(403);
    expect(unpaid.body.message).toBe('This needs an active subscription.');
    const token = await app.tokenOf('mara@juniper.example', ['timetable']);
    const { status, body } = await app.post('/event', buildBooking(page), { token });
    expect(status).toBe(403);
    expect(body.error.required_scopes).toEqual(['admin:full', 'booking']);
  });

  test('404: an inactive page, an unknown one, an unknown link', async () => {
    const page = await createPage(app, { isActive: false });
    expect((await bookPage(app, page)).status).toBe(404);
    expect((await bookPage(app, { slug: 'none' })).status).toBe(404);
    expect((await bookPage(app, page, { sharedLink: 'AAAAAAAAAAAAAAAAAAAAAA' })).body.message).toBe(
      'Link not found.',
    );
  });
});

describe('kinds of pages', () => {
  test('GROUP: invitees join one event until its seats are taken', async () => {
    const page = await createPage(app, { ...unlimited, type: 'GROUP', maxActiveInvitees: 3 });
    const date = freeDay();
    const first = await bookPage(app, page, { date, seats: 2 });
    expect(first.body).toMatchObject({ type: 'GROUP', maxActiveInvitees: 3, activeInviteesCount: 2 });
    expect(await listFreeTimes(app, page, date, 'seats=1')).toContain('10:00');
    expect(await listFreeTimes(app, page, date, 'seats=2')).not.toContain('10:00');
    expect((await bookPage(app, page, { date, seats: 2 })).status).toBe(409);
    const tooMany = await bookPage(app, page, { date, start: '15:00', seats: 4 });
    expect([tooMany.status, tooMany.body.errors]).toEqual([422, { seats: ['This page has 3 seats.'] }]);
    const second = await bookPage(app, page, { date, email: 'b@x.example' });
    expect(second.body.uuid).toBe(first.body.uuid);
    expect(second.body.invitees).toHaveLength(1);
    expect(await listFreeTimes(app, page, date)).not.toContain('10:00');
    expect((await bookPage(app, page, { date, email: 'c@x.example' })).status).toBe(409);
  });

  test('COLLECTIVE: all hosts attend, and all are busy afterwards', async () => {
    const hosts = [{ email: 'mara@juniper.example' }, { email: 'tomas@juniper.example' }];
    const page = await createPage(app, { ...unlimited, type: 'COLLECTIVE', hosts });
    const date = freeDay();
    expect((await bookPage(app, page, { date, start: '10:00' })).status).toBe(422);
    const { status, body } = await bookPage(app, page, { date, start: '15:00' });
    expect(status).toBe(200);
    expect(body.hosts.map((host: { email: string }) => host.email)).toEqual(hosts.map(({ email }) => email));
    const own = await createPage(app, unlimited);
    expect(await listFreeTimes(app, own, date)).not.toContain('15:00');
  });

  test('ROUND_ROBIN: by priority, then fewest relative to weight, then longest without one', async () => {
    const hosts = [
      { email: 'mara@juniper.example', weight: 2 },
      { email: 'tomas@juniper.example', weight: 1 },
    ];
    const page = await createPage(app, { ...unlimited, type: 'ROUND_ROBIN', hosts });
    const chosen: string[] = [];
    for (const start of ['15:00', '15:30', '16:00', '16:30', '15:00', '15:30']) {
      const { body } = await bookPage(app, page, {
        date: chosen.length < 4 ? '2027-03-02' : '2027-03-03',
        start,
      });
      chosen.push(body.hosts[0].firstName);
    }
    const maras = chosen.filter((name) => name === 'Mara').length;
    expect(maras).toBe(4);
    const ranked = await createPage(app, {
      ...unlimited,
      type: 'ROUND_ROBIN',
      hosts: [hosts[0], { ...hosts[1], priority: 5 }],
    });
    for (const start of ['15:00', '15:30']) {
      const { body } = await bookPage(app, ranked, { date: '2027-03-04', start });
      expect(body.hosts[0].firstName).toBe('Tomás');
    }
    const { body } = await bookPage(app, ranked, {
      date: '2027-03-04',
      start: '15:00',
      email: 'other@x.example',
    });
    expect(body.hosts[0].firstName).toBe('Mara');
  });

  test('422: customQueryParams say what they may hold', async () => {
    const page = await createPage(app);
    const errorsOf = async (customQueryParams: unknown) =>
      (await bookPage(app, page, { customQueryParams })).body.errors;
    const value = ['Must be a string, or a number, or true or false.'];
    expect(await errorsOf({ a: ['x'], b: null, c: {} })).toEqual({
      'customQueryParams.a': value,
      'customQueryParams.b': value,
      'customQueryParams.c': value,
    });
    const example = ['Must be an object, such as {"ref": "newsletter"}.'];
    for (const given of [['x'], [1, 2], 'x'])
      expect(await errorsOf(given)).toEqual({ customQueryParams: example });
  });
});
