import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { createNeighbour } from '../../test/neighbour.ts';
import { aiko, createPageHelpers, mara, pageNotFound, tomas, unknownId } from './test-pages.ts';

const app = useApp();
const { addPage, newcomer, settings } = createPageHelpers(app);

let aikoToken: string;
let neighbour: { token: string };
beforeAll(async () => {
  aikoToken = await app.tokenOf(aiko, ['event-types:write']);
  neighbour = await createNeighbour(app.runtime);
});

const slugsOf = (collection: { slug: string }[]) => collection.map(({ slug }) => slug);
const seeded = async (slug: string) => {
  const { body } = await app.get('/event-types?userSlug=tomas-rivera&count=100');
  const mine = await app.get('/event-types?count=100');
  return [...body.collection, ...mine.body.collection].find((page) => page.slug === slug);
};

const discovery = async () =>
  (await app.get('/teams')).body.collection.find(({ slug }: { slug: string }) => slug === 'discovery');

describe('GET /event-types', () => {
  test('200: the pages one hosts, oldest first, in the shape of interface 2.3', async () => {
    const { status, body } = await app.get('/event-types');
    expect(status).toBe(200);
    expect(slugsOf(body.collection)).toEqual(['intro-call', 'consultation', 'discovery-call', 'kick-off']);
    const [intro] = body.collection;
    expect(intro).toEqual({
      uri: `http://localhost:4000/v2/event-types/${intro.uuid}`,
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      title: 'Intro call',
      type: 'ONE_ON_ONE',
      slug: 'intro-call',
      schedulingUrl: 'http://localhost:4000/mara-lindqvist/intro-call',
      isActive: true,
      duration: 30,
      eventDurations: [{ minutes: 30, default: true }],
      profile: {
        type: 'User',
        firstName: 'Mara',
        lastName: 'Lindqvist',
        slug: 'mara-lindqvist',
        url: 'http://localhost:4000/mara-lindqvist',
        avatarUrl: null,
        email: mara,
      },
      description: '<p>Half an hour to see whether we fit. <strong>No preparation needed.</strong></p>',
      color: '2563eb',
      maxActiveInvitees: 1,
      inviteeNameFormat: 'FULL_NAME',
      inviteePhoneNumber: false,
      inviteeQuestions: [
        {
          id: expect.any(Number),
          order: 1,
          question: 'What would you like to talk about?',
          isActive: true,
          isRequired: true,
          type: 'MULTILINE_INPUT',
          options: null,
        },
        {
          id: expect.any(Number),
          order: 2,
          question: 'How did you hear of us?',
          isActive: true,
          isRequired: false,
          type: 'SELECT_INPUT',
          options: ['A friend', 'Search', 'An event', 'Elsewhere'],
        },
      ],
    });
  });

  test("200: a team's page names the team and stands below /team", async () => {
    const page = await seeded('discovery-call');
    expect(page.schedulingUrl).toBe('http://localhost:4000/team/discovery/discovery-call');
    expect(page.profile).toEqual({
      type: 'Team',
      firstName: 'Discovery',
      lastName: null,
      slug: 'discovery',
      url: 'http://localhost:4000/team/discovery',
      avatarUrl: null,
      email: null,
    });
  });

  test('200: 10 at a time by default, inactive ones too, and every page is met once', async () => {
    const { token } = await newcomer();
    for (let index = 1; index <= 12; index += 1) {
      await addPage({ title: `Page ${index}`, isActive: index % 2 === 0 }, token);
    }
    const first = await app.get('/event-types', { token });
    expect(first.body.collection).toHaveLength(10);
    expect(first.body.pagination).toEqual({
      ...{ total: 12, count: 10, totalPages: 2, currentPage: 1 },
      ...{ previousPage: null, nextPage: '/v2/event-types?page=2' },
    });
    const second = await app.get('/event-types?page=2', { token });
    const met = slugsOf([...first.body.collection, ...second.body.collection]);
    expect(met).toEqual(Array.from({ length: 12 }, (_, index) => `page-${index + 1}`));
  });

  test('200: owners and admins see the pages of another user, a user only their own', async () => {
    const ofAiko = await app.get('/event-types?userSlug=aiko-tanaka');
    expect(slugsOf(ofAiko.body.collection)).toEqual(['open-studio', 'discovery-call']);
    const admin = await app.tokenOf(tomas, ['booking']);
    const asAdmin = await app.get('/event-types?userSlug=aiko-tanaka', { token: admin });
    expect(asAdmin.body.collection).toEqual(ofAiko.body.collection);
    const own = await app.get('/event-types?userSlug=aiko-tanaka', { token: aikoToken });
    expect(own.body.collection).toEqual(ofAiko.body.collection);
  });

  test.each(['nobody', 'discovery', 'petra-novak', ''])(
    '200: nobody is called %j: an empty list',
    async (slug) => {
      const { status, body } = await app.get(`/event-types?userSlug=${slug}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ collection: [], pagination: { total: 0, totalPages: 0 } });
    },
  );

  test('401 without a token; 403 for the pages of others, known or not', async () => {
    expect((await app.get('/event-types', { token: null })).status).toBe(401);
    for (const slug of ['mara-lindqvist', 'nobody']) {
      const { status, body } = await app.get(`/event-types?userSlug=${slug}`, { token: aikoToken });
      expect(status).toBe(403);
      expect(body).toEqual({ success: false, message: 'Only owners and admins can do this.', status: 403 });
    }
  });

  test.each(['count=0', 'count=101', 'page=0', 'page=x'])('422: %s', async (query) => {
    const { status, body } = await app.get(`/event-types?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([query.split('=')[0]]);
  });

  test('200: all pages of the workspace, those of a team, and those whose title or slug contains a text', async () => {
    const titled = await addPage({
      title: 'Größe & Maß',
      ownerSlug: 'tomas-rivera',
      hosts: [{ email: tomas }],
    });
    const list = async (query: string, token?: string) =>
      slugsOf((await app.get(`/event-types?count=100&${query}`, token ? { token } : {})).body.collection);
    expect(await list('')).not.toContain(titled.slug);
    expect(await list('scope=all')).toContain(titled.slug);
    expect(await list('scope=all&search=zz')).toEqual([]);
    expect(await list(`scope=all&search=${encodeURIComponent('größe')}`)).toEqual([titled.slug]);
    expect(await list('scope=all&search=GROSSE')).toEqual([titled.slug]);
    expect(await list('scope=all&search=%25')).toEqual([]);
    expect(await list('scope=all&userSlug=tomas-rivera&search=grosse')).toEqual([titled.slug]);
    expect(await list('teamSlug=discovery')).toContain('discovery-call');
    expect(await list('teamSlug=discovery')).not.toContain('intro-call');
    expect(await list('teamSlug=nothing')).toEqual([]);
    const { pagination } = (await app.get('/event-types?scope=all&search=grosse')).body;
    expect(pagination.total).toBe(1);
  });

  test('403: all pages for users; 403: those of a team one is not in', async () => {
    const somebody = await newcomer();
    const token = await app.tokenOf(somebody.email, ['event-types:read']);
    expect((await app.get('/event-types?scope=all', { token })).status).toBe(403);
    expect((await app.get('/event-types?teamSlug=discovery', { token })).status).toBe(403);
    const member = await app.post(`/teams/${(await discovery()).uuid}/members`, {
      email: somebody.email,
      role: 'member',
    });
    expect(member.status).toBe(201);
    expect((await app.get('/event-types?teamSlug=discovery', { token })).status).toBe(200);
  });
});

describe('GET /event-types/{uuid} and its settings', () => {
  test('200: questions that a booking can answer; the settings have all of them', async () => {
    const page = await addPage({
      title: 'Questions',
      inviteeQuestions: [
        { question: 'Asked?', type: 'TEXT_INPUT' },
        { question: 'No longer asked?', type: 'TEXT_INPUT', isActive: false },
      ],
    });
    const asked = ({ inviteeQuestions }: { inviteeQuestions: { question: string }[] }) =>
      inviteeQuestions.map(({ question }) => question);
    const { body } = await app.get(`/event-types/${page.uuid}`);
    expect(asked(body.resource)).toEqual(['Asked?']);
    const list = await app.get('/event-types?count=100');
    const listed = list.body.collection.find(({ uuid }: { uuid: string }) => uuid === page.uuid);
    expect(asked(listed)).toEqual(['Asked?']);
    const read = await app.get(`/event-types/${page.uuid}/settings`);
    expect(asked(read.body.resource)).toEqual(['Asked?', 'No longer asked?']);
  });

  test('200: with the server time and whether it is secret; settings have the rest', async () => {
    const page = await seeded('client-hotline');
    const read = await app.get(`/event-types/${page.uuid}`);
    expect(read.status).toBe(200);
    expect(read.body).toEqual({
      resource: { ...page, isSecret: true, currentTime: expect.stringMatching(/\.\d{6}Z$/) },
    });
    const all = await app.get(`/event-types/${page.uuid.toUpperCase()}/settings`);
    expect(all.body).toMatchObject({
      success: true,
      status: 200,
      resource: {
        ...page,
        ownerType: 'user',
        hosts: [{ email: tomas, slug: 'tomas-rivera', name: 'Tomás Rivera', weight: 1, priority: 0 }],
        scheduleUuid: null,
        locations: [{ type: 'PHONE_CALL', phone: '+1 212 555 0147' }],
        bookingWindow: { type: 'unlimited' },
        slotInterval: null,
        price: null,
      },
    });
  });

  test('who may see a page: its hosts, its owner, its team, owners and admins', async () => {
    const { email, token, slug } = await newcomer();
    const stranger = await newcomer();
    const hosted = await addPage({ title: 'For a newcomer', hosts: [{ email }] });
    const owned = await addPage({ title: 'Of a newcomer', ownerSlug: slug, hosts: [{ email: mara }] });
    const teams = await seeded('kick-off');
    const expected = [
      { as: token, hosted: 200, owned: 200, teams: 403 },
      { as: aikoToken, hosted: 403, owned: 403, teams: 200 },
      { as: stranger.token, hosted: 403, owned: 403, teams: 403 },
      { as: await app.tokenOf(tomas, ['booking']), hosted: 200, owned: 200, teams: 200 },
    ];
    for (const { as, ...statuses } of expected) {
      const seen = { hosted: 0, owned: 0, teams: 0 };
      for (const [name, page] of Object.entries({ hosted, owned, teams })) {
        const { status } = await app.get(`/event-types/${page.uuid}`, { token: as });
        expect((await app.get(`/event-types/${page.uuid}/settings`, { token: as })).status).toBe(status);
        seen[name as keyof typeof seen] = status;
      }
      expect(seen).toEqual(statuses);
    }
  });

  test('403 in the common form; 401 without a token', async () => {
    const page = await seeded('intro-call');
    const { body } = await app.get(`/event-types/${page.uuid}`, { token: aikoToken });
    expect(body).toEqual({
      success: false,
      message: expect.stringContaining('Only the event type’s hosts'),
      status: 403,
    });
    expect((await app.get(`/event-types/${page.uuid}`, { token: null })).status).toBe(401);
    expect((await app.get(`/event-types/${page.uuid}/settings`, { token: null })).status).toBe(401);
  });

  test('404: unknown, impossible, or of another workspace, whatever is asked of it', async () => {
    const theirs = await addPage({ title: 'Ours' }, neighbour.token);
    for (const id of [unknownId, 'x', theirs.uuid]) {
      for (const answer of [
        await app.get(`/event-types/${id}`),
        await app.get(`/event-types/${id}/settings`),
        await app.get(`/event-types/${id}/single-use-link`),
        await app.patch(`/event-types/${id}`, { title: 'Mine now' }),
        await app.delete(`/event-types/${id}`),
      ]) {
        expect(answer.status).toBe(404);
        expect(answer.body).toEqual(pageNotFound);
      }
    }
  });
});

describe('DELETE /event-types/{uuid}', () => {
  test('200: gone from every list, and its slug is free again', async () => {
    const page = await addPage({ title: 'Short lived', slug: 'short-lived' });
    const { status, body } = await app.delete(`/event-types/${page.uuid}`);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: 'Event type deleted.', status: 200 });
    expect((await app.get(`/event-types/${page.uuid}`)).body).toEqual(pageNotFound);
    expect((await app.delete(`/event-types/${page.uuid}`)).status).toBe(404);
    const { collection } = (await app.get('/event-types?count=100')).body;
    expect(slugsOf(collection)).not.toContain('short-lived');
    expect((await addPage({ title: 'Short lived' })).slug).toBe('short-lived');
  });

  test('200: a schedule that only a deleted page followed can be deleted', async () => {
    const hours = {
      title: 'Evenings',
      timezone: 'Europe/Berlin',
      weekly_hours: [{ day: 'Tue', timesets: [['18:00', '21:00']] }],
    };
    const schedule = (await app.post('/schedules', hours)).body.resource;
    const page = await addPage({ title: 'In the evening', scheduleUuid: schedule.uuid });
    expect((await app.delete(`/schedules/${schedule.uuid}?email=${mara}`)).status).toBe(409);
    await app.delete(`/event-types/${page.uuid}`);
    expect((await app.delete(`/schedules/${schedule.uuid}?email=${mara}`)).status).toBe(200);
  });

  test('401, 403 without the scope, 403 for a host who is not the owner', async () => {
    const page = await addPage({ title: 'Kept', hosts: [{ email: aiko }] });
    const path = `/event-types/${page.uuid}`;
    expect((await app.delete(path, undefined, { token: null })).status).toBe(401);
    const reader = await app.tokenOf(mara, ['event-types:read']);
    const refused = await app.delete(path, undefined, { token: reader });
    expect(refused.body.error).toMatchObject({
      type: 'insufficient_scope',
      required_scopes: ['admin:full', 'event-types:write'],
    });
    const asHost = await app.delete(path, undefined, { token: aikoToken });
    expect(asHost.status).toBe(403);
    expect(asHost.body).toMatchObject({ success: false, status: 403 });
    expect(await settings(page.uuid)).toMatchObject({ title: 'Kept' });
  });
});
