import { routingFormSubmittedPayload } from '@daybook/contract/webhook-payloads';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { countByStatus, repeatConcurrently } from '../../test/times.ts';
import { buildForm, createForm, submitAnswers } from './test-forms.ts';

const app = useApp({ recordEvents: true });
let page: { uuid: string; slug: string };
let form: { uuid: string; slug: string };

beforeAll(async () => {
  page = await createPage(app, {
    isSecret: true,
    inviteeQuestions: [
      { question: 'Hidden', isActive: false },
      { question: 'Where?' },
      { question: 'What is it about?', type: 'MULTILINE_INPUT' },
    ],
  });
  form = await createForm(app, buildForm(page.uuid));
});

const published = () =>
  app.published.flatMap(({ name, payload }) => (name === 'routing_form.submitted' ? [payload] : []));

describe('GET /public/forms/{slug}', () => {
  test('200: the questions without the routes', async () => {
    const { status, body, headers } = await app.get(`/public/forms/${form.slug}`, { token: null });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(Object.keys(body.resource).sort()).toEqual(
      ['fields', 'headline', 'name', 'organization', 'routingFormUrl', 'slug'].sort(),
    );
    expect(body.resource).toMatchObject({ organization: 'Juniper Studio', headline: 'Tell us about you' });
    expect(body.resource.fields).toHaveLength(5);
  });

  test('200: the same without /v2 in front', async () => {
    const plain = await app.inject({ method: 'GET', url: `/public/forms/${form.slug}` });
    expect(plain.status).toBe(200);
    expect(plain.headers['cache-control']).toBe('no-store');
    expect(plain.body).toEqual((await app.get(`/public/forms/${form.slug}`, { token: null })).body);
  });

  test('404: unknown or inactive', async () => {
    const off = await createForm(app, buildForm(page.uuid, { isActive: false }));
    const answers = [
      await app.get('/public/forms/nowhere', { token: null }),
      await app.get(`/public/forms/${off.slug}`, { token: null }),
      await submitAnswers(app, 'nowhere', {}),
      await submitAnswers(app, off.slug, { email: 'ines@okafor.example' }),
    ];
    expect(countByStatus(answers)).toEqual({ 404: 4 });
    expect(answers[3]?.body).toEqual({ success: false, message: 'Form not found.', status: 404 });
  });
});

describe('POST /public/forms/{slug}/submissions', () => {
  test('201: leads to a page, with the answers in its address', async () => {
    const answers = {
      name: 'Ines Okafor',
      email: 'ines@okafor.example',
      seats: 4,
      topics: ['Costs', 'Plans'],
      about: 'A roof & a wall',
      unknown: 'ignored',
    };
    const utm = { utm_source: 'letter' };
    const { status, body } = await submitAnswers(app, form.slug, answers, { utm });
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['success', 'reportId', 'route']);
    expect(body.route).toMatchObject({
      type: 'EVENT_TYPE',
      headline: null,
      isFallbackRoute: false,
      eventType: { id: page.uuid, slug: page.slug, uri: `http://localhost:4000/v2/event-types/${page.uuid}` },
    });
    const url = new URL(body.route.url);
    expect(url.pathname).toBe(`/mara-lindqvist/${page.slug}`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      name: 'Ines Okafor',
      email: 'ines@okafor.example',
      a2: 'A roof & a wall',
      utm_source: 'letter',
    });
  });

  test('201: leads to an address, or to a message when no route matches', async () => {
    const custom = await submitAnswers(app, form.slug, { email: 'a@b.example', topics: 'Permits' });
    expect(custom.body.route).toEqual({
      type: 'CUSTOM_URL',
      url: 'https://juniper.example/permits',
      headline: null,
      eventType: null,
      isFallbackRoute: false,
    });
    const fallback = await submitAnswers(app, form.slug, { email: 'a@b.example', seats: '4' });
    expect(fallback.body.route).toEqual({
      type: 'MESSAGE',
      url: null,
      headline: 'Thank you. We’ll get back to you.',
      eventType: null,
      isFallbackRoute: true,
    });
  });

  test('201: instead of an inactive or deleted page the fallback, and instead of that a message', async () => {
    const other = await createPage(app, { title: 'Comes and goes' });
    const toPage = { type: 'EVENT_TYPE', eventTypeUuid: other.uuid };
    const fields = [{ inputId: 'x', question: 'X' }];
    const routes = [{ conditions: [{ inputId: 'x', operator: 'is_empty' }], action: toPage }];
    const some = await createForm(app, {
      name: 'One',
      fields,
      routes,
      fallback: { type: 'MESSAGE', headline: 'Later' },
    });
    const none = await createForm(app, { name: 'None', fields, routes, fallback: toPage });
    const routeOf = async (slug: string) => (await submitAnswers(app, slug, {})).body.route;
    expect(await routeOf(some.slug)).toMatchObject({ type: 'EVENT_TYPE', isFallbackRoute: false });
    await app.patch(`/event-types/${other.uuid}`, { isActive: false });
    expect(await routeOf(some.slug)).toMatchObject({
      type: 'MESSAGE',
      headline: 'Later',
      isFallbackRoute: true,
    });
    await app.delete(`/event-types/${other.uuid}`);
    expect(await routeOf(none.slug)).toMatchObject({
      type: 'MESSAGE',
      isFallbackRoute: true,
      eventType: null,
    });
  });

  test('422: required answers, types and options, all at once', async () => {
    const fields = [
      { inputId: 'a', question: 'A', isRequired: true },
      { inputId: 'b', question: 'B', type: 'EMAIL_INPUT' },
      { inputId: 'c', question: 'C', type: 'PHONE_INPUT' },
      { inputId: 'd', question: 'D', type: 'NUMBER_INPUT' },
      { inputId: 'e', question: 'E', type: 'RADIO_INPUT', options: ['x', 'y'] },
      { inputId: 'f', question: 'F', type: 'CHECKBOX_INPUT', options: ['x', 'y'] },
      { inputId: 'g', question: 'G', type: 'SELECT_INPUT', options: ['x', 'y'] },
      { inputId: 'h', question: 'H' },
      { inputId: 'i', question: 'I', type: 'CHECKBOX_INPUT', options: ['x'], isRequired: true },
      { inputId: 'constructor', question: 'J', isRequired: true },
    ];
    const strict = await createForm(app, {
      name: 'Strict',
      fields,
      fallback: { type: 'MESSAGE', headline: 'x' },
    });
    const { status, body } = await submitAnswers(app, strict.slug, {
      a: '  ',
      b: 'nobody',
      c: 'call me',
      d: '4 or 5',
      e: 'z',
      f: ['x', 'z'],
      g: ['x', 'y'],
      h: { deep: true },
      i: [],
    });
    expect(status).toBe(422);
    expect(body).toEqual({
      message: 'The given data was invalid.',
      errors: {
        'answers.a': ['This field is required.'],
        'answers.b': ['Must be a valid email address.'],
        'answers.c': ['Must be a phone number, such as +49 30 901820.'],
        'answers.d': ['Must be a number.'],
        'answers.e': ['Must be one of: x, y.'],
        'answers.f': ['Must be some of: x, y.'],
        'answers.g': ['Must be one of: x, y.'],
        'answers.h': ['Must be one line of text.'],
        'answers.i': ['This field is required.'],
        'answers.constructor': ['This field is required.'],
      },
    });
    const both = await submitAnswers(app, strict.slug, {}, { utm: { utm_source: 7 } });
    expect(Object.keys(both.body.errors)).toEqual([
      'utm.utm_source',
      'answers.a',
      'answers.i',
      'answers.constructor',
    ]);
    const nowhere = await submitAnswers(app, 'nowhere', {}, { utm: 7 });
    expect(nowhere).toMatchObject({ status: 422, body: { errors: { utm: ['Must be an object.'] } } });
  });

  test('publishes routing_form.submitted exactly as in interface 6.1', async () => {
    const { body } = await submitAnswers(
      app,
      form.slug,
      { email: 'ines@okafor.example', seats: 3, topics: ['Costs', 'Plans'], name: 'Ines' },
      {
        utm: { utm_campaign: 'spring', utm_term: null },
        adAttribution: {
          gclid: 'abc',
          fbp: '',
          wbraid: null,
          landingUrl: 'https://juniper.example/?a=1',
          other: 'x',
        },
      },
    );
    const event = published().find(({ payload }) => payload.reportId === body.reportId);
    expect(event.memberIds).toHaveLength(1);
    expect(event.person).toEqual({ email: 'ines@okafor.example', name: 'Ines', phone: null });
    expect(event.payload).toEqual({
      event: 'routing_form.submitted',
      reportId: body.reportId,
      routingFormId: form.uuid,
      routingFormName: 'Find the right call',
      routingFormSlug: form.slug,
      routingFormUrl: `http://localhost:4000/forms/${form.slug}`,
      routeType: 'EVENT_TYPE',
      routeCustomUrl: null,
      headline: null,
      isFallbackRoute: false,
      eventType: {
        id: page.uuid,
        title: 'Test page',
        slug: page.slug,
        uri: `http://localhost:4000/v2/event-types/${page.uuid}`,
      },
      answers: [
        { question: 'Your name', answer: 'Ines', inputId: 'name', order: 1 },
        { question: 'Email', answer: 'ines@okafor.example', inputId: 'email', order: 2 },
        { question: 'How many people?', answer: '3', inputId: 'seats', order: 3 },
        { question: 'Topics', answer: 'Plans, Costs', inputId: 'topics', order: 4 },
      ],
      questionsAndAnswers: {
        'Your name': 'Ines',
        Email: 'ines@okafor.example',
        'How many people?': '3',
        Topics: 'Plans, Costs',
      },
      utmCampaign: 'spring',
      utmSource: null,
      utmMedium: null,
      utmTerm: null,
      utmContent: null,
      adAttribution: { gclid: 'abc', landingUrl: 'https://juniper.example/?a=1' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    });
    expect(routingFormSubmittedPayload.strict().safeParse(event.payload).success).toBe(true);
  });

  test('is delivered to webhooks of its owner, in the same transaction', async () => {
    const { pool } = app.runtime.database;
    await pool.query(
      `insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed)
       select workspace_id, gen_random_uuid(), id, 'https://receiver.example/', 'user', '{routing_form.submitted}', ''
       from member where email in ('mara@juniper.example', 'aiko@juniper.example')`,
    );
    const { body } = await submitAnswers(app, form.slug, { email: 'hook@okafor.example' });
    const { rows } = await pool.query(
      `select e.payload, m.email from webhook_event e
       join webhook_delivery d on d.workspace_id = e.workspace_id and d.event_id = e.id
       join webhook w on w.workspace_id = d.workspace_id and w.id = d.webhook_id
       join member m on m.workspace_id = w.workspace_id and m.id = w.member_id`,
    );
    // Of the two webhooks of scope user, only that of the form's owner.
    expect(rows.map(({ email }) => email)).toEqual(['mara@juniper.example']);
    const payload = typeof rows[0].payload === 'string' ? JSON.parse(rows[0].payload) : rows[0].payload;
    expect(payload).toEqual(published().at(-1).payload);
    expect(payload.reportId).toBe(body.reportId);
  });

  test('adAttribution is null without any value', async () => {
    await submitAnswers(
      app,
      form.slug,
      { email: 'x@y.example' },
      { adAttribution: { gclid: ' ', unknown: 'x' } },
    );
    expect(published().at(-1).payload.adAttribution).toBe(null);
  });

  test('200: submissions by text of an answer and by time', async () => {
    const other = await createForm(app, buildForm(page.uuid, { name: 'Filtered', slug: 'filtered' }));
    for (const name of ['Zoë Quill', 'Ned Stone']) {
      await submitAnswers(app, other.slug, { name, email: 'n@quill.example' });
    }
    const found = async (query: string) =>
      (await app.get(`/routing-forms/${other.uuid}/submissions?${query}`)).body.pagination.total;
    expect(await found('')).toBe(2);
    expect(await found('search=zoe')).toBe(1);
    expect(await found('search=quill')).toBe(2);
    expect(await found('until=2020-01-01T00:00:00Z')).toBe(0);
    expect(await found('since=2020-01-01T00:00:00Z')).toBe(2);
  });

  test('200: the submissions of a form, newest first, as they were published', async () => {
    const listed = await app.get(`/routing-forms/${form.uuid}/submissions?count=2`);
    expect(listed.status).toBe(200);
    expect(listed.body.pagination).toMatchObject({ count: 2, currentPage: 1 });
    const [newest] = listed.body.collection;
    const { event: _event, ...payload } = published().findLast(
      (one) => one.payload.reportId === newest.reportId,
    ).payload;
    expect(newest).toEqual(payload);
    expect(newest.createdAt >= listed.body.collection[1].createdAt).toBe(true);
  });
});

test('the demo company’s form leads to its pages', async () => {
  const routeOf = async (answers: object) =>
    (await submitAnswers(app, 'juniper-start', { name: 'Jo', email: 'jo@elm.example', ...answers })).body
      .route;
  expect(await routeOf({ project: 'A shop', people: 12 })).toMatchObject({
    eventType: { slug: 'discovery-call' },
  });
  expect(await routeOf({ project: 'A house' })).toMatchObject({ eventType: { slug: 'intro-call' } });
  expect(await routeOf({ project: 'Something else' })).toMatchObject({
    type: 'MESSAGE',
    isFallbackRoute: true,
  });
});

describe('an Idempotency-Key without a token', () => {
  const send = (key: string, answers: object, options: { url?: string; remoteAddress?: string } = {}) =>
    app.inject({
      method: 'POST',
      url: options.url ?? `/v2/public/forms/${form.slug}/submissions`,
      headers: { 'idempotency-key': key },
      payload: { answers },
      ...(options.remoteAddress && { remoteAddress: options.remoteAddress }),
    });

  test('has one effect, however often and at whichever of the two addresses it arrives', async () => {
    const before = published().length;
    const answers = await repeatConcurrently(5, () => send('k1', { email: 'k@y.example' }));
    const again = await send(
      'k1',
      { email: 'k@y.example' },
      { url: `/public/forms/${form.slug}/submissions` },
    );
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(new Set([...answers, again].map(({ body }) => body.reportId)).size).toBe(1);
    expect(published().length).toBe(before + 1);
  });

  test('409: with another body; another visitor’s key is another key', async () => {
    await send('k2', { email: 'k@y.example' });
    expect((await send('k2', { email: 'other@y.example' })).status).toBe(409);
    const elsewhere = await send('k2', { email: 'other@y.example' }, { remoteAddress: '203.0.113.9' });
    expect(elsewhere.status).toBe(201);
  });
});
