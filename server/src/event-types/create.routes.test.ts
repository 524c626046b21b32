import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';
import { aiko, createPageHelpers, mara, tomas } from './test-pages.ts';

const app = useApp();
const { addPage, newcomer } = createPageHelpers(app);

let aikoToken: string;
let neighbour: { token: string };
beforeAll(async () => {
  aikoToken = await app.tokenOf(aiko, ['event-types:write']);
  neighbour = await createNeighbour(app.runtime);
});

const errorsOf = async (fields: object, token?: string) => {
  const { status, body } = await app.post('/event-types', fields, token ? { token } : {});
  expect(body).toMatchObject({ message: 'The given data was invalid.' });
  expect(status).toBe(422);
  return body.errors;
};
const hostsOf = (page: { hosts: { email: string }[] }) => page.hosts.map(({ email }) => email);

describe('POST /event-types', () => {
  test('201: a title is enough; the rest is as resolutions 11 says', async () => {
    const { status, body } = await app.post('/event-types', { title: 'Coffee & Cake' });
    expect(status).toBe(201);
    expect(body).toEqual({ success: true, resource: expect.anything() });
    expect(body.resource).toMatchObject({
      slug: 'coffee-cake',
      type: 'ONE_ON_ONE',
      duration: 30,
      eventDurations: [{ minutes: 30, default: true }],
      schedulingUrl: 'http://localhost:4000/mara-lindqvist/coffee-cake',
      isActive: true,
      isSecret: false,
      description: '',
      color: '2563eb',
      maxActiveInvitees: 1,
      inviteeNameFormat: 'FULL_NAME',
      inviteePhoneNumber: false,
      inviteeQuestions: [],
      ownerType: 'user',
      hosts: [{ email: mara, weight: 1, priority: 0, dailyLimit: null, weeklyLimit: null }],
      scheduleUuid: null,
      locations: [],
      bufferBefore: 0,
      bufferAfter: 0,
      minimumNotice: 0,
      bookingWindow: { type: 'rolling', days: 60 },
      slotInterval: null,
      dailyLimit: null,
      weeklyLimit: null,
      price: null,
      currency: null,
    });
  });

  test('201: everything that can be given is kept', async () => {
    const given = {
      title: 'Everything',
      slug: 'all-of-it',
      type: 'GROUP',
      eventDurations: [
        { minutes: 30, default: false },
        { minutes: 60, default: true },
      ],
      color: 'A1b2C3',
      maxActiveInvitees: 12,
      inviteeNameFormat: 'FIRST_AND_LAST_NAME',
      inviteePhoneNumber: true,
      locations: [
        { type: 'IN_PERSON', address: 'Weserstraße 12', details: 'Ring twice' },
        { type: 'ZOOM', joinUrl: 'https://zoom.example/j/1' },
      ],
      bufferBefore: 5,
      bufferAfter: 10,
      minimumNotice: 240,
      bookingWindow: { type: 'range', startDate: '2027-01-01', endDate: '2027-01-31' },
      slotInterval: 20,
      dailyLimit: 3,
      weeklyLimit: 9,
      price: '49.5',
      currency: 'EUR',
      isSecret: true,
      isActive: false,
      unknown: 'ignored',
    };
    const { unknown: _, ...kept } = given;
    expect(await addPage(given)).toMatchObject({ ...kept, duration: 60, price: '49.50' });
  });

  test('201: a group has ten seats unless it says otherwise', async () => {
    expect(await addPage({ title: 'Ten', type: 'GROUP' })).toMatchObject({ maxActiveInvitees: 10 });
    expect(await addPage({ title: 'One', type: 'GROUP', maxActiveInvitees: 1 })).toMatchObject({
      maxActiveInvitees: 1,
    });
  });

  test('201: questions are numbered in order; ids count per workspace', async () => {
    const inviteeQuestions = [
      { question: 'Your company?' },
      { question: 'Which?', type: 'RADIO_INPUT', isRequired: true, isActive: false, options: ['A', 'B'] },
    ];
    const page = await addPage({ title: 'Asks', inviteeQuestions });
    const [first, second] = page.inviteeQuestions;
    expect(first).toEqual({
      ...{ id: expect.any(Number), order: 1, question: 'Your company?', type: 'TEXT_INPUT' },
      ...{ isRequired: false, isActive: true, options: null },
    });
    expect(second).toEqual({ ...inviteeQuestions[1], id: first.id + 1, order: 2 });
    const theirs = await addPage({ title: 'Asks', inviteeQuestions }, neighbour.token);
    expect(theirs.inviteeQuestions[0].id).toBe(1);
  });

  test('201: the description loses what could do harm', async () => {
    const description = '<p onclick="x()">Hi <b>you</b><script>alert(1)</script></p><img src=x onerror=x>';
    const page = await addPage({ title: 'Harmless', description });
    expect(page.description).toBe('<p>Hi <b>you</b></p>');
  });

  test.each([
    ['Support', 'support'],
    ['日本語', 'meeting'],
    ['Größe XL!', 'grosse-xl'],
  ])('201: %s stands at %s', async (title, slug) => {
    expect((await addPage({ title })).slug).toBe(slug);
  });

  test('201: a title twice gets another slug; another owner can have the same', async () => {
    expect((await addPage({ title: 'Twice' })).slug).toBe('twice');
    expect((await addPage({ title: 'Twice' })).slug).toBe('twice-2');
    expect((await addPage({ title: 'Twice' })).slug).toBe('twice-3');
    expect((await addPage({ title: 'Twice' }, aikoToken)).slug).toBe('twice');
  });

  test('422: of ten at once with one slug, one has it; of ten with one title, each has its own', async () => {
    const same = await repeatConcurrently(10, () =>
      app.post('/event-types', { title: 'Race', slug: 'race' }),
    );
    expect(countByStatus(same)).toEqual({ 201: 1, 422: 9 });
    expect(same.find(({ status }) => status === 422)?.body.errors).toEqual({
      slug: ['The owner already has an event type with this slug.'],
    });
    const titled = await repeatConcurrently(10, () => app.post('/event-types', { title: 'Titled race' }));
    expect(countByStatus(titled)).toEqual({ 201: 10 });
    expect(new Set(titled.map(({ body }) => body.resource.slug)).size).toBe(10);
  });

  test('401, and 403 without the scope', async () => {
    expect((await app.post('/event-types', { title: 'No' }, { token: null })).status).toBe(401);
    const token = await app.tokenOf(mara, ['event-types:read']);
    const { status, body } = await app.post('/event-types', { title: 'No' }, { token });
    expect(status).toBe(403);
    expect(body.error.required_scopes).toEqual(['admin:full', 'event-types:write']);
  });
});

describe('owners and hosts', () => {
  test("201: a team's page has everyone of the team, unless others are named", async () => {
    const all = await addPage({ title: 'All of us', type: 'COLLECTIVE', ownerSlug: 'discovery' });
    expect(all).toMatchObject({ ownerType: 'team', profile: { type: 'Team', slug: 'discovery' } });
    expect(hostsOf(all)).toEqual([mara, tomas, aiko]);
    const hosts = [
      { slug: 'aiko-tanaka', weight: 5, priority: 2, dailyLimit: 1, weeklyLimit: 3 },
      { email: 'Tomas@Juniper.example' },
    ];
    const two = await addPage({ title: 'Two of us', type: 'ROUND_ROBIN', ownerSlug: 'discovery', hosts });
    expect(two.hosts).toMatchObject([
      { email: aiko, name: 'Aiko Tanaka', weight: 5, priority: 2, dailyLimit: 1, weeklyLimit: 3 },
      { email: tomas, weight: 1, priority: 0, dailyLimit: null, weeklyLimit: null },
    ]);
  });

  test('201: an admin creates for another user, who hosts it', async () => {
    const page = await addPage({ title: 'For Aiko', ownerSlug: 'aiko-tanaka' });
    expect(hostsOf(page)).toEqual([aiko]);
    expect(page.schedulingUrl).toBe('http://localhost:4000/aiko-tanaka/for-aiko');
  });

  test('a team: its manager creates pages with anyone, its members none', async () => {
    const { email, token } = await newcomer();
    const team = (await app.post('/teams', { title: 'Night shift' })).body.resource;
    await app.post(`/teams/${team.uuid}/members`, { email, role: 'manager' });
    await app.post(`/teams/${team.uuid}/members`, { email: aiko, role: 'member' });
    const page = { title: 'Night', type: 'ROUND_ROBIN', ownerSlug: team.slug };
    expect(hostsOf(await addPage(page, token))).toEqual([email, aiko]);
    expect(hostsOf(await addPage({ ...page, hosts: [{ email: mara }] }, token))).toEqual([mara]);
    expect((await app.post('/event-types', page, { token: aikoToken })).status).toBe(403);
  });

  test.each([
    { title: 'For others', ownerSlug: 'mara-lindqvist' },
    { title: 'For a team', ownerSlug: 'discovery', type: 'COLLECTIVE' },
    { title: 'With others', type: 'COLLECTIVE', hosts: [{ email: aiko }, { email: mara }] },
  ])('403: a user, not even a member of the team: $title', async (fields) => {
    const { status, body } = await app.post('/event-types', fields, { token: aikoToken });
    expect(status).toBe(403);
    expect(body).toEqual({
      success: false,
      message: 'Only owners, admins and managers of the team can do this for others.',
      status: 403,
    });
  });

  test('422: who is not an active user here, or is named twice, by position', async () => {
    const { email, uuid } = await newcomer();
    await app.delete(`/organizations/users/${uuid}`);
    const hosts = [
      { email: mara },
      { email: 'petra@fern.example' },
      { slug: 'petra-novak' },
      { email },
      { slug: 'mara-lindqvist' },
    ];
    expect(await errorsOf({ title: 'Strangers', type: 'COLLECTIVE', hosts })).toEqual({
      'hosts.1.email': ['No active user in this workspace has this email.'],
      'hosts.2.slug': ['No active user in this workspace has this slug.'],
      'hosts.3.email': ['No active user in this workspace has this email.'],
      'hosts.4.slug': ['This user is already listed.'],
    });
    expect(await errorsOf({ title: 'Strangers', hosts: [{ email: mara, slug: 'mara-lindqvist' }] })).toEqual({
      'hosts.0.email': ['Give either the email or the slug of the host, not both.'],
    });
  });

  test.each(['ONE_ON_ONE', 'GROUP'])('422: %s has exactly one host', async (type) => {
    const expected = { hosts: [`An event type of type ${type} must have exactly one host.`] };
    expect(await errorsOf({ title: 'Two', type, hosts: [{ email: mara }, { email: aiko }] })).toEqual(
      expected,
    );
    expect(await errorsOf({ title: 'Three', type, ownerSlug: 'discovery' })).toEqual(expected);
  });

  test('422: a team without active members gives no hosts', async () => {
    const team = (await app.post('/teams', { title: 'Nobody yet' })).body.resource;
    expect(await errorsOf({ title: 'Empty', type: 'ROUND_ROBIN', ownerSlug: team.slug })).toEqual({
      hosts: ['Must have at least 1 host.'],
    });
  });
});

describe('422', () => {
  test('every wrong field at once, those that only the database knows', async () => {
    const taken = await addPage({ title: 'Taken', slug: 'taken' });
    const theirs = (await app.get('/schedules', { token: neighbour.token })).body.collection[0];
    const fields = {
      title: 'All wrong',
      slug: taken.slug,
      hosts: [{ email: mara }, { email: 'nobody@juniper.example' }],
      duration: 45,
      eventDurations: [{ minutes: 30 }, { minutes: 60 }],
      scheduleUuid: theirs.uuid,
      price: '10.00',
      inviteeQuestions: [{ question: 'Old?' }, { id: 1, question: 'Old?' }],
    };
    expect(await errorsOf(fields)).toEqual({
      slug: ['The owner already has an event type with this slug.'],
      hosts: ['An event type of type ONE_ON_ONE must have exactly one host.'],
      'hosts.1.email': ['No active user in this workspace has this email.'],
      duration: ['Must be one of eventDurations.'],
      scheduleUuid: ['Must be a schedule of one of the hosts.'],
      currency: ['A price needs a currency.'],
      'inviteeQuestions.1.id': ['Must be the id of a question of this event type, listed once.'],
    });
    expect(Object.keys(await errorsOf({ ...fields, ownerSlug: 'nobody' }))).toContain('ownerSlug');
  });

  test('an empty title, an unknown host and schedule and a taken slug at once, to who may know', async () => {
    const { slug } = await addPage({ title: 'Held', slug: 'held' });
    const wrong = {
      title: '',
      slug,
      hosts: [{ email: 'nobody@juniper.example' }],
      scheduleUuid: 'nothing000',
    };
    expect(Object.keys(await errorsOf(wrong))).toEqual(['title', 'hosts.0.email', 'scheduleUuid', 'slug']);
    const others = { title: '', slug, ownerSlug: 'mara-lindqvist' };
    expect(Object.keys(await errorsOf(others, aikoToken))).toEqual(['title']);
  });

  test('nothing is guessed about what depends on a field that can’t be read', async () => {
    const { slug } = await addPage({ title: 'Guessed', slug: 'guessed' });
    const { uuid } = (await app.get(`/schedules?email=${aiko}`)).body.collection[0];
    const unread = { eventDurations: 7, hosts: 7, ownerSlug: 7, type: 7 };
    const judged = { title: 'Ok', slug, duration: 45, scheduleUuid: uuid };
    expect(Object.keys(await errorsOf({ ...unread, ...judged })).sort()).toEqual(Object.keys(unread));
    const team = { title: '', ownerSlug: 'discovery', type: 'COLLECTIVE' };
    expect(Object.keys(await errorsOf(team))).toEqual(['title']);
  });

  test('every wrong field at once, those that can be told from the body', async () => {
    const errors = await errorsOf({
      title: ' ',
      slug: 'No Slug',
      type: 'FLEXI',
      duration: 0,
      eventDurations: [],
      hosts: [],
      scheduleUuid: 'x',
      color: '#fff',
      maxActiveInvitees: 0,
      inviteeNameFormat: 'NICK_NAME',
      inviteePhoneNumber: 'yes',
      inviteeQuestions: [{ question: 'Which?', type: 'RADIO_INPUT' }],
      locations: [{ type: 'MOON' }, { type: 'ZOOM', joinUrl: 'javascript:alert(1)' }],
      bufferBefore: -1,
      bufferAfter: 721,
      minimumNotice: 1.5,
      bookingWindow: { type: 'range', startDate: '2027-02-30', endDate: '2027-01-01' },
      slotInterval: 1,
      dailyLimit: 0,
      price: '1,50',
      currency: 'euro',
      isSecret: 1,
      isActive: null,
    });
    expect(Object.keys(errors).sort()).toEqual(
      [
        ...['title', 'slug', 'type', 'duration', 'eventDurations', 'hosts', 'scheduleUuid', 'color'],
        ...['maxActiveInvitees', 'inviteeNameFormat', 'inviteePhoneNumber', 'inviteeQuestions.0.options'],
        ...['locations.0.type', 'locations.1.joinUrl', 'bufferBefore', 'bufferAfter', 'minimumNotice'],
        ...['bookingWindow.startDate', 'slotInterval', 'dailyLimit', 'price'],
        ...['currency', 'isSecret', 'isActive'],
      ].sort(),
    );
  });

  test('a range of dates ends after it starts', async () => {
    const bookingWindow = { type: 'range', startDate: '2027-02-01', endDate: '2027-01-01' };
    expect(await errorsOf({ title: 'Backwards', bookingWindow })).toEqual({
      'bookingWindow.endDate': ['Must not be before `startDate`.'],
    });
  });

  test("a schedule that is not a host's", async () => {
    const { collection } = (await app.get(`/schedules?email=${aiko}`)).body;
    const scheduleUuid = collection[0].uuid;
    expect(await errorsOf({ title: 'Not mine', scheduleUuid })).toEqual({
      scheduleUuid: ['Must be a schedule of one of the hosts.'],
    });
    const page = await addPage({ title: 'Hers', scheduleUuid, ownerSlug: 'aiko-tanaka' });
    expect(page.scheduleUuid).toBe(scheduleUuid);
  });

  test('only a group takes more than one; a title is needed', async () => {
    expect(await errorsOf({ title: 'Crowd', maxActiveInvitees: 2 })).toEqual({
      maxActiveInvitees: ['Only group event types can have more than one invitee.'],
    });
    expect(await errorsOf({})).toEqual({ title: ['This field is required.'] });
  });
});
