import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';
import { aiko, createPageHelpers, mara, tomas } from './test-pages.ts';

const app = useApp();
const { addPage, newcomer, rows, settings } = createPageHelpers(app);

let aikoToken: string;
beforeAll(async () => {
  aikoToken = await app.tokenOf(aiko, ['event-types:write']);
});

const change = (page: { uuid: string }, fields: object, token?: string) =>
  app.patch(`/event-types/${page.uuid}`, fields, token ? { token } : {});

const changed = async (page: { uuid: string }, fields: object) => {
  const { status, body } = await change(page, fields);
  expect(body).toMatchObject({ success: true, status: 200 });
  expect(status).toBe(200);
  expect(body.resource).toMatchObject({ ...(await settings(page.uuid)), currentTime: expect.any(String) });
  return body.resource;
};

const errorsOf = async (page: { uuid: string }, fields: object) => {
  const { status, body } = await change(page, fields);
  expect(status).toBe(422);
  return body.errors;
};

const robin = (title: string) =>
  addPage({
    title,
    type: 'ROUND_ROBIN',
    ownerSlug: 'discovery',
    hosts: [{ email: mara }, { email: tomas }],
  });

describe('PATCH /event-types/{uuid}', () => {
  test('409: If-Match names another version; 200 once, when several change the one they have read', async () => {
    const page = await addPage({ title: 'Versions' });
    const read = await app.get(`/event-types/${page.uuid}/settings`);
    const etag = String(read.headers.etag);
    expect(etag).toMatch(/^"[^"]+"$/);
    const matching = (title: string, ifMatch: string) =>
      app.patch(`/event-types/${page.uuid}`, { title }, { headers: { 'if-match': ifMatch } });
    const answers = await repeatConcurrently(6, (n) => matching(`Version ${n}`, etag));
    expect(countByStatus(answers)).toEqual({ 200: 1, 409: 5 });
    const refused = await matching('Too late', etag);
    expect(refused.body.message).toBe('The version in If-Match isn’t the current one.');
    const won = answers.find(({ status }) => status === 200);
    expect((await settings(page.uuid)).title).toBe(won?.body.resource.title);
    expect((await matching('Next', String(won?.headers.etag))).status).toBe(200);
    expect((await matching('Any', '*')).status).toBe(200);
  });

  test('200: what is sent changes, the rest stays', async () => {
    const before = await addPage({
      title: 'Before',
      description: '<p>Kept</p>',
      locations: [{ type: 'ZOOM' }],
      price: '10.00',
      currency: 'EUR',
      dailyLimit: 3,
    });
    const { currentTime: _now, updatedAt: _at, ...kept } = before;
    const after = await changed(before, { title: 'After', minimumNotice: 120, dailyLimit: null });
    expect(after).toMatchObject({ ...kept, title: 'After', minimumNotice: 120, dailyLimit: null });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await changed(before, { price: null, currency: null, isActive: false })).toMatchObject({
      price: null,
      currency: null,
      isActive: false,
    });
    expect((await changed(before, { description: '<b>New</b><script>x</script>' })).description).toBe(
      '<b>New</b>',
    );
    expect((await changed(before, { locations: [] })).locations).toEqual([]);
  });

  test('200: a description that was read can be written back; 422: one character more', async () => {
    const page = await addPage({ title: 'Long', description: '&'.repeat(5000) });
    expect(page.description.length).toBe(25_000);
    expect((await changed(page, { description: page.description })).description).toBe(page.description);
    expect(await errorsOf(page, { description: `${page.description}x` })).toEqual({
      description: ['Must have at most 5000 characters.'],
    });
  });

  test('200: the owner stays', async () => {
    const page = await addPage({ title: 'Owned' });
    const after = await changed(page, { ownerSlug: 'aiko-tanaka' });
    expect(after.profile.slug).toBe('mara-lindqvist');
    expect((await change(page, { ownerSlug: 'nobody' })).status).toBe(200);
  });

  test('slugs: a free one is taken, a taken one refused, its own is no change', async () => {
    const page = await addPage({ title: 'First', slug: 'first' });
    await addPage({ title: 'Second', slug: 'second' });
    expect((await changed(page, { slug: 'first' })).slug).toBe('first');
    expect(await errorsOf(page, { slug: 'second', price: '1.00' })).toEqual({
      slug: ['The owner already has an event type with this slug.'],
      currency: ['A price needs a currency.'],
    });
    const moved = await changed(page, { slug: 'third' });
    expect(moved.schedulingUrl).toBe('http://localhost:4000/mara-lindqvist/third');
    expect((await addPage({ title: 'First' })).slug).toBe('first');
  });

  test('422: of ten pages that want one slug at once, one has it', async () => {
    const pages = await repeatConcurrently(10, (index) => addPage({ title: `Wants ${index}` }));
    const answers = await Promise.all(pages.map((page) => change(page, { slug: 'wanted' })));
    expect(countByStatus(answers)).toEqual({ 200: 1, 422: 9 });
    const created = await repeatConcurrently(5, () =>
      app.post('/event-types', { title: 'Late', slug: 'wanted' }),
    );
    expect(countByStatus(created)).toEqual({ 422: 5 });
  });

  test('durations: alone it is the only one, among several it picks, with a list it must be in it', async () => {
    const page = await addPage({ title: 'Lasting' });
    expect((await changed(page, { duration: 45 })).eventDurations).toEqual([{ minutes: 45, default: true }]);
    const three = await changed(page, {
      eventDurations: [{ minutes: 15 }, { minutes: 45 }, { minutes: 60 }],
    });
    expect(three.duration).toBe(45);
    expect(await changed(page, { duration: 60 })).toMatchObject({
      duration: 60,
      eventDurations: [
        { minutes: 15, default: false },
        { minutes: 45, default: false },
        { minutes: 60, default: true },
      ],
    });
    expect(await errorsOf(page, { duration: 20 })).toEqual({ duration: ['Must be one of eventDurations.'] });
    expect(
      await errorsOf(page, {
        duration: 20,
        eventDurations: [{ minutes: 20 }, { minutes: 40, default: true }],
      }),
    ).toEqual({ duration: ['Must be the default one of eventDurations.'] });
    expect((await changed(page, { eventDurations: [{ minutes: 20 }, { minutes: 40 }] })).duration).toBe(20);
  });

  test('questions: with an id kept, without new, missing deleted', async () => {
    const ask = (question: string) => ({ question });
    const page = await addPage({ title: 'Asks', inviteeQuestions: ['One', 'Two', 'Three'].map(ask) });
    const other = await addPage({ title: 'Asks too', inviteeQuestions: [ask('Other')] });
    const [one, , three] = page.inviteeQuestions;
    const after = await changed(page, {
      inviteeQuestions: [
        { id: three.id, question: 'Three!', type: 'SELECT_INPUT', options: ['a'] },
        ask('Four'),
        { id: one.id, question: 'One' },
      ],
    });
    expect(after.inviteeQuestions).toMatchObject([
      { id: three.id, order: 1, question: 'Three!', type: 'SELECT_INPUT', options: ['a'] },
      { id: expect.any(Number), order: 2, question: 'Four' },
      { id: one.id, order: 3, question: 'One' },
    ]);
    expect(after.inviteeQuestions[1].id).toBeGreaterThan(other.inviteeQuestions[0].id);
    const wrong = [other.inviteeQuestions[0].id, one.id, one.id, 99_999];
    expect(
      Object.keys(await errorsOf(page, { inviteeQuestions: wrong.map((id) => ({ id, question: 'Mine?' })) })),
    ).toEqual(['inviteeQuestions.0.id', 'inviteeQuestions.2.id', 'inviteeQuestions.3.id']);
    expect((await changed(page, { inviteeQuestions: [] })).inviteeQuestions).toEqual([]);
    expect(await settings(other.uuid)).toMatchObject({ inviteeQuestions: other.inviteeQuestions });
  });

  test('hosts: replaced whole; those who stay keep their count, those who join begin where the least booked stands', async () => {
    const page = await robin('Counted');
    await rows(
      `update event_type_host set booked_count = 7, last_booked_at = now()
      where event_type_id = $1 and member_id in (select id from member where email = $2)`,
      [page.uuid, mara],
    );
    const after = await changed(page, { hosts: [{ email: aiko }, { email: mara, weight: 4 }] });
    expect(after.hosts).toMatchObject([{ email: aiko }, { email: mara, weight: 4 }]);
    const counts = await rows(
      `select booked_count, last_booked_at is not null as booked from event_type_host
      where event_type_id = $1 order by position`,
      [page.uuid],
    );
    expect(counts).toEqual([
      { booked_count: 7, booked: false },
      { booked_count: 7, booked: true },
    ]);
  });

  test('the type changes only where hosts and seats allow it', async () => {
    const page = await robin('Typed');
    expect(await errorsOf(page, { type: 'ONE_ON_ONE' })).toEqual({
      hosts: ['An event type of type ONE_ON_ONE must have exactly one host.'],
    });
    expect(await changed(page, { type: 'COLLECTIVE' })).toMatchObject({ type: 'COLLECTIVE' });
    const group = await changed(page, { type: 'GROUP', maxActiveInvitees: 5, hosts: [{ email: tomas }] });
    expect(group).toMatchObject({ type: 'GROUP', maxActiveInvitees: 5 });
    const onlyGroups = { maxActiveInvitees: ['Only group event types can have more than one invitee.'] };
    expect(await errorsOf(page, { type: 'ONE_ON_ONE' })).toEqual(onlyGroups);
    expect((await changed(page, { type: 'ONE_ON_ONE', maxActiveInvitees: 1 })).type).toBe('ONE_ON_ONE');
    expect(await errorsOf(page, { maxActiveInvitees: 2 })).toEqual(onlyGroups);
  });

  test('a schedule must be that of a host, also when its owner stops hosting', async () => {
    const { collection } = (await app.get(`/schedules?email=${tomas}`)).body;
    const page = await robin('Scheduled');
    await changed(page, { scheduleUuid: collection[0].uuid });
    expect(await errorsOf(page, { hosts: [{ email: mara }] })).toEqual({
      scheduleUuid: ['Must be a schedule of one of the hosts.'],
    });
    await changed(page, { hosts: [{ email: mara }], scheduleUuid: null });
  });

  test('200: changes at once leave one of them whole', async () => {
    const page = await robin('Contended');
    const lists = [
      [{ email: mara }],
      [{ email: tomas }, { email: aiko }],
      [{ email: aiko }, { email: mara }],
    ];
    const answers = await repeatConcurrently(9, (index) => change(page, { hosts: lists[index % 3] }));
    expect(countByStatus(answers)).toEqual({ 200: 9 });
    const after = (await settings(page.uuid)).hosts.map(({ email }: { email: string }) => ({ email }));
    expect(lists).toContainEqual(after);
  });

  test('who may: the owner, a manager of the team, owners and admins; hosting is not enough', async () => {
    const { email, token, slug } = await newcomer();
    const mine = await addPage({ title: 'Mine' }, token);
    expect((await change(mine, { title: 'Still mine' }, token)).status).toBe(200);
    expect((await change(mine, { title: 'Hers' }, aikoToken)).status).toBe(403);
    const admin = await app.tokenOf(tomas, ['event-types:write']);
    expect((await change(mine, { title: 'His' }, admin)).status).toBe(200);
    const hosted = await addPage({ title: 'Hosted', hosts: [{ email }] });
    expect((await change(hosted, { title: 'Mine' }, token)).body).toMatchObject({
      success: false,
      status: 403,
    });
    const team = await robin('Of a team');
    expect((await change(team, { title: 'Hers' }, aikoToken)).status).toBe(403);

    const shared = await addPage({
      title: 'Shared',
      type: 'COLLECTIVE',
      ownerSlug: slug,
      hosts: [{ email: mara }],
    });
    const kept = { hosts: [{ email: mara }, { email }] };
    expect((await change(shared, kept, token)).status).toBe(200);
    expect((await change(shared, { hosts: [{ email: aiko }] }, token)).status).toBe(403);
  });

  test('401, and 403 without the scope', async () => {
    const page = await addPage({ title: 'Guarded' });
    const path = `/event-types/${page.uuid}`;
    expect((await app.patch(path, { title: 'No' }, { token: null })).status).toBe(401);
    const token = await app.tokenOf(mara, ['booking']);
    const { body } = await app.patch(path, { title: 'No' }, { token });
    expect(body.error.required_scopes).toEqual(['admin:full', 'event-types:write']);
  });

  test('422: every wrong field at once', async () => {
    const page = await addPage({ title: 'Checked' });
    const errors = await errorsOf(page, { title: '', duration: 'long', type: null, hosts: [{}], price: 5 });
    expect(Object.keys(errors).sort()).toEqual(['duration', 'hosts.0.email', 'price', 'title', 'type']);
  });

  test('422: names an empty title, a taken slug and unknown hosts and questions at once, to who may change the page', async () => {
    const { slug } = await addPage({ title: 'Neighbour' });
    const page = await addPage({ title: 'Asked too much' });
    const wrong = {
      title: '',
      slug,
      hosts: [{ slug: 'nobody' }],
      inviteeQuestions: [{ id: 999_999_999, question: 'Whose?' }],
    };
    expect(Object.keys(await errorsOf(page, wrong))).toEqual([
      'title',
      'hosts.0.slug',
      'inviteeQuestions.0.id',
      'slug',
    ]);
    expect(Object.keys(await errorsOf(page, { title: '', slug: page.slug }))).toEqual(['title']);
    expect(Object.keys((await change(page, wrong, aikoToken)).body.errors)).toEqual(['title']);
  });
});
