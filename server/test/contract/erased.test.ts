import { beforeAll, describe, expect, test } from 'vitest';
import { bookPage, buildBooking, fixedClock, createPage, getInviteePagePath } from '../booking.ts';
import { dumpDatabase } from '../dump.ts';
import { useApp, type Answer } from '../harness.ts';
import { createWorld } from '../operations.ts';
import { ownerToken } from '../runtime.ts';
import { sendDue } from '../../src/mail/send.ts';
import { buildForm, createForm, submitAnswers } from '../../src/routing/test-forms.ts';
import { deliverUntil, queryRows } from '../../src/webhooks/delivery/test-deliveries.ts';
import { useReceiver } from '../../src/webhooks/delivery/test-receiver.ts';
import { runDueWorkflows } from '../../src/workflows/run-workflow.ts';

const app = useApp({
  clock: fixedClock,
  manualEffects: true,
  config: { outboundAllow: ['127.0.0.0/8'] },
});
const receiver = useReceiver();

const email = 'quilla.facts@erasure.example';
const second = 'quilla.second@erasure.example';
const former = 'quilla.former@erasure.example';
const phone = '+493090182001';

/** Words that occur nowhere else, each planted in another place. */
const facts: string[] = [email, second, former, phone];
const fact = (place: string): string => {
  const word = `planted-${place}`;
  facts.push(word);
  return word;
};

const made = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

const once = { headers: { 'idempotency-key': 'a key of its own' } };
let firstBooking: object;
let page: { uuid: string; slug: string };
let personId: string;
let eventId: string;
let startTime: string;

async function findPerson(address: string): Promise<string> {
  const { collection } = await made(app.get(`/crm/people?filter[emails]=${address}`));
  return collection[0].id;
}

beforeAll(async () => {
  receiver.answer = (response, { text }) => {
    response.statusCode = 500;
    response.end(`You sent ${text}`);
  };
  const events = ['invitee.scheduled', 'invitee.cancelled', 'routing_form.submitted', 'crm.record.updated'];
  await made(app.post('/webhooks', { callbackUrl: receiver.url, events, scope: 'organization' }));
  page = await createPage(app, {
    inviteePhoneNumber: true,
    inviteeQuestions: [{ question: 'What is it about?', type: 'TEXT_INPUT', isRequired: false }],
    locations: [{ type: 'IN_PERSON' }],
  });
  const { resource } = await made(app.get(`/event-types/${page.uuid}/settings`));
  firstBooking = {
    ownerSlug: 'mara-lindqvist',
    eventTypeSlug: page.slug,
    date: '2027-01-12',
    start: '10:00',
    timeZone: 'Europe/Berlin',
    name: `${fact('first')} ${fact('last')}`,
    salutation: fact('salutation'),
    email,
    phone,
    location: 'IN_PERSON',
    locationOptions: { address: fact('address'), details: fact('details') },
    guests: [`${fact('guest')}@friends.example`],
    question_answers: [{ question_id: resource.inviteeQuestions[0].id, answer: fact('answer') }],
    customQueryParams: { note: fact('parameter') },
    utm: { utm_source: fact('utm-source'), utm_term: fact('utm-term'), utm_content: fact('utm-content') },
  };
  const first = await made(app.post('/event', firstBooking, once));
  eventId = first.uuid;
  startTime = first.startTime;
  const key = (await getInviteePagePath(app, first.invitees[0].uuid)).split('?')[1];
  const own = `/public/bookings/${first.invitees[0].uuid}`;
  await made(app.post('/notes', { relation: 'event', uuid: eventId, note: fact('event-note') }));
  const asked = await createPage(app, { requiresConfirmation: true, inviteePhoneNumber: true });
  const request = {
    ...buildBooking(asked, { date: '2027-01-27', email, phone }),
    name: fact('request-name'),
    guests: [`${fact('request-guest')}@friends.example`],
  };
  await made(app.post('/booking-requests', request));
  const crowd = await createPage(app, { type: 'GROUP', maxActiveInvitees: 1, waitlist: true });
  await made(app.post('/event', buildBooking(crowd, { date: '2027-01-28', email: 'first@crowd.example' })));
  const { ownerSlug, eventTypeSlug, ...waiting } = {
    ...buildBooking(crowd, { date: '2027-01-28', email, waitlist: true }),
    name: fact('waitlist-name'),
    guests: [`${fact('waitlist-guest')}@friends.example`],
  };
  await made(app.post(`/public/pages/${ownerSlug}/${eventTypeSlug}/bookings`, waiting));
  const polled = await made(
    app.post('/polls', {
      eventTypeUuid: page.uuid,
      times: ['2027-01-29T09:00:00Z', '2027-01-29T10:00:00Z'],
    }),
  );
  const ballot = `${new URL(polled.resource.url).pathname.replace('/bookings/', '/public/')}/votes`;
  await made(app.post(ballot, { name: fact('vote-name'), email, timeZone: 'Europe/Berlin', answers: [] }));
  await app.runEffects();
  personId = await findPerson(email);

  await made(
    app.patch(`/crm/people/${personId}`, {
      jobTitle: fact('job-before'),
      description: fact('description'),
      primaryLocation: fact('location'),
      avatarUrl: `https://img.example/${fact('avatar')}`,
      emails: [email, second, former],
      socials: {
        linkedin: fact('linkedin'),
        twitter: fact('twitter'),
        facebook: fact('facebook'),
        instagram: fact('instagram'),
      },
    }),
  );
  // By an address that the record does not have any more when it is erased.
  await made(
    bookPage(app, page, {
      start: '12:00',
      email: former,
      name: fact('former-name'),
      phone,
      location: 'IN_PERSON',
      locationOptions: { address: 'x', details: 'y' },
    }),
  );
  await app.runEffects();
  await made(app.post('/crm/objects/people/attributes', { label: 'Hobby', type: 'text' }));
  await made(app.post('/crm/objects/people/attributes', { label: 'Partner', type: 'text' }));
  await made(app.post('/crm/objects/people/attributes', { label: 'Dog', type: 'text' }));
  const custom = {
    customAttributes: { hobby: fact('hobby'), partner: fact('partner'), dog: fact('dog') },
    jobTitle: fact('job-after'),
  };
  await made(app.patch(`/crm/people/${personId}`, { ...custom, emails: [email, second] }));
  await made(app.post(`/crm/people/${personId}/notes`, { note: fact('record-note') }));
  const { collection: colleagues } = await made(app.get('/organizations/users?search=aiko'));
  const mention = `<mention user="${colleagues[0].uuid}"></mention>`;
  await made(app.post(`/crm/people/${personId}/comments`, { comment: `${fact('comment')} ${mention}` }));
  await made(app.post('/favorites', { kind: 'record', objectSlug: 'people', id: personId }));
  await made(
    app.inject({
      method: 'POST',
      url: `/v2/crm/people/${personId}/files?name=${fact('file-name')}.pdf`,
      headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/octet-stream' },
      payload: '%PDF-1.7 ',
    }),
  );
  const records = [{ objectSlug: 'people', id: personId }];
  await made(
    app.post('/crm/tasks', {
      title: fact('task-title'),
      note: fact('task-note'),
      dueOn: '2027-03-02',
      records,
    }),
  );
  await made(app.post('/crm/tasks', { title: fact('event-task'), eventUuid: eventId }));

  const view = { name: `Mail to ${second}`, filter: { emails: { in: [email, second] } } };
  await made(app.post('/crm/people/views', { ...view, isShared: true }));
  const saved = { list: 'scheduled_events', name: `Events of ${second}`, filters: { invitee: email } };
  await made(app.post('/saved-views', { ...saved, isShared: true }));

  const twin = { firstName: fact('twin-first'), lastName: fact('twin-last'), jobTitle: fact('twin-job') };
  const merged = await made(
    app.post('/crm/people', { ...twin, emails: [`${fact('twin')}@erasure.example`] }),
  );
  await made(app.post('/crm/people/merge', { survivorId: personId, mergedId: merged.person.id }));

  await made(
    bookPage(app, page, {
      start: '13:00',
      email: 'host@friends.example',
      phone: '+493055555555',
      guests: [second],
      location: 'IN_PERSON',
      locationOptions: { address: 'x', details: 'y' },
    }),
  );
  await made(
    app.put(
      `${own}/reschedule?${key}`,
      {
        ...{ date: '2027-01-14', start: '10:00', timeZone: 'Europe/Berlin' },
        reason: fact('move-reason'),
      },
      { token: null },
    ),
  );
  await app.runEffects();

  const text = { en: { subject: 'Thanks', body: '{{answers}}' } };
  await made(
    app.post('/workflows', {
      name: 'Thanks',
      trigger: { on: 'form_submitted' },
      steps: [
        { kind: 'mail', to: 'person', texts: text },
        { kind: 'mail', to: 'address', address: email, texts: text },
      ],
    }),
  );
  const form = await createForm(app, buildForm(page.uuid));
  const answers = { name: fact('form-name'), email: second, about: fact('form-answer') };
  const utm = { utm_campaign: fact('form-utm') };
  await made(submitAnswers(app, form.slug, answers, { utm }));
  await app.runEffects();
  await runDueWorkflows(app.runtime);

  const agent = await made(app.post('/agents', { name: 'Caller', isPublished: true, isEnabled: true }));
  const call = await made(
    app.post(`/agents/${agent.resource.uuid}/outbound-calls`, {
      ...{ phoneNumber: phone, email, fullName: fact('call-name'), scheduledTime: '2027-06-01 09:00:00' },
      ...{ additionalData: fact('call-data') },
    }),
  );
  await queryRows(
    app,
    `insert into call_attempt (workspace_id, call_id, attempt, id, state, started_at, ended_at, outcome, transcript,
       summary, recording_url, error, turns)
     select workspace_id, id, 1, gen_random_uuid(), 'ended', now(), now(), 'answered', $2, $3, $4, $5,
       jsonb_build_array(jsonb_build_object('text', $6::text))
     from outbound_call where id = $1`,
    [
      call.element.id,
      fact('transcript'),
      fact('summary'),
      `https://voice.example/${fact('recording')}`,
      fact('call-error'),
      fact('turn'),
    ],
  );
  await made(app.post('/do-not-call', { phoneNumber: phone, reason: fact('do-not-call') }));

  await plantMentions();
  await made(app.put(`${own}/cancel?${key}`, { cancellationReason: fact('cancel-reason') }, { token: null }));
  await deliverUntil(app, () => receiver.received.length > 2);
  // The cancellation, the submission and a last booking are still to have their effects.
  await made(
    bookPage(app, page, {
      start: '15:00',
      email: second,
      name: fact('pending-name'),
      phone,
      location: 'IN_PERSON',
      locationOptions: { address: 'x', details: fact('pending-details') },
      salutation: fact('pending-salutation'),
      utm: { utm_medium: fact('pending-utm') },
    }),
  );
}, 120_000);

/** The address and the number in what is about others, and on the way in. */
async function plantMentions(): Promise<void> {
  const mention = `Ask ${email.toUpperCase()} or call ${phone}.`;
  await made(app.post('/invitations', { email: second }));
  await queryRows(
    app,
    `insert into address_confirmation (workspace_id, id, event_type_id, email, language, code_sealed, expires_at)
     select workspace_id, gen_random_uuid(), id, $2, 'en', 'code', now() + interval '1 hour' from event_type where id = $1`,
    [page.uuid, former],
  );
  await queryRows(
    app,
    `insert into payment (workspace_id, id, event_type_id, provider, amount, amount_minor, currency, booking, email,
       is_confirmed, expires_at)
     select workspace_id, gen_random_uuid(), id, 'stripe', '49.00', 4900, 'EUR', $3, $2, false, now() from event_type where id = $1`,
    [page.uuid, second, JSON.stringify(firstBooking)],
  );
  const { company } = await made(app.post('/crm/companies', { name: 'Harbour', description: mention }));
  await made(app.patch(`/crm/companies/${company.id}`, { description: `${mention} Twice.` }));
  await made(app.post(`/crm/companies/${company.id}/notes`, { note: mention }));
  const other = await made(
    bookPage(app, page, {
      start: '16:00',
      email: 'other@friends.example',
      phone: '+493055555556',
      location: 'IN_PERSON',
      locationOptions: { address: 'x', details: mention },
      customQueryParams: { from: email },
    }),
  );
  await made(app.post('/notes', { relation: 'event', uuid: other.uuid, note: mention }));
  await made(app.post('/crm/objects', { slug: 'bargains', singularName: 'Bargain', pluralName: 'Bargains' }));
  await made(app.post('/crm/objects/bargains/attributes', { label: 'Title', type: 'text' }));
  await made(
    app.post('/crm/objects/bargains/attributes', { label: 'Contact', type: 'text', isUnique: true }),
  );
  const deal = await made(app.post('/crm/bargains', { title: mention, contact: email }));
  const lost = await made(app.post('/crm/bargains', { title: `Lost: ${mention}` }));
  await made(app.delete(`/crm/bargains/${lost.record.id}`));
  const { id: importId } = await createWorld(app, receiver.url).import();
  await queryRows(
    app,
    `with error as (
       insert into crm_import_error (workspace_id, import_id, row_number, message)
       select workspace_id, id, 99, $2 from crm_import where id = $1)
     insert into crm_import_key (workspace_id, import_id, attribute_id, key_norm, record_id, row_number)
     select workspace_id, id, gen_random_uuid(), $3, gen_random_uuid(), 99 from crm_import where id = $1`,
    [importId, mention, email],
  );
  mentioned = { companyId: company.id, dealId: deal.record.id, eventId: other.uuid };
}

let mentioned: { companyId: string; dealId: string; eventId: string };

const missing = async (words: readonly string[]) => {
  const text = await dumpDatabase(app);
  return words.filter((word) => !text.includes(word.toLowerCase()));
};

/** Mail is sealed, so that its texts are not in a dump; the address on it is. */
const found = async (words: readonly string[]) => {
  const text = await dumpDatabase(app);
  return words.flatMap((word) => {
    const at = text.indexOf(word.toLowerCase());
    return at < 0 ? [] : [`${word}: ${text.slice(text.lastIndexOf('\n', at) + 1).slice(0, 120)}`];
  });
};

test('before: at least 50 facts, and every one of them is in the dump', async () => {
  expect(facts.length).toBeGreaterThanOrEqual(50);
  expect(await missing(facts)).toEqual([]);
});

/** Tables without a fact of people who are no users, by the reason. */
const impersonal = {
  'the installation and the workspace': ['counter', 'installation', 'migration', 'workspace'],
  'users, who are deactivated and not erased': [
    ...['account_link', 'api_token', 'credential', 'image', 'image_address', 'known_device', 'member'],
    ...['oidc_request', 'oidc_subject', 'owner_slug', 'passkey', 'passkey_challenge', 'passkey_owner'],
    ...[
      'password_reset',
      'preference',
      'recovery_code',
      'session',
      'sign_in',
      'sign_up',
      'team',
      'team_membership',
    ],
    'totp',
    ...['app', 'app_approval', 'app_grant', 'grant_secret', 'registered_client'],
    ...['platform', 'platform_user', 'platform_workspace'],
    ...['certificate', 'certificate_account', 'certificate_challenge'],
    ...['identity_provider', 'provider_message', 'provider_request', 'provider_subject'],
    ...['domain', 'domain_key', 'page_domain', 'sign_in_domain'],
    ...['scim_group', 'scim_group_member', 'scim_secret', 'scim_token', 'scim_user'],
    'calendar',
    ...['calendar_authorization', 'calendar_channel', 'calendar_connection'],
    ...['absence', 'calendar_feed', 'calendar_feed_token', 'holiday', 'holiday_setting'],
  ],
  'what the workspace offers': [
    ...[
      'agent',
      'crm_attribute',
      'crm_object',
      'crm_option',
      'crm_relation',
      'event_type',
      'event_type_host',
    ],
    ...[
      'form_slug',
      'link',
      'link_token',
      'page_preview',
      'poll',
      'question',
      'resource',
      'routing_form',
      'schedule',
      'webhook',
    ],
  ],
  'ids, times and counts': [
    ...[
      'calendar_busy',
      'crm_task_record',
      'file_content',
      'file_removal',
      'file_usage',
      'calendar_copy',
      'calendar_entry',
      'conference',
      'payment_account',
      'payment_refund',
    ],
    ...[
      'call_address',
      'call_line',
      'catcher_token',
      'crm_count',
      'crm_different',
      'crm_feed',
      'crm_feed_state',
      'crm_import',
      'crm_import_batch',
    ],
    ...[
      'crm_link',
      'crm_meeting',
      'crm_pick',
      'crm_recency',
      'demo',
      'event_host',
      'favorite',
      'first_step',
      'invitee_key',
    ],
    ...['availability_change', 'event_resource', 'live_change', 'name_reservation', 'workspace_move'],
    ...['notification', 'notification_setting'],
    ...['webhook_catcher', 'webhook_delivery'],
  ],
  hashes: ['hold', 'import_mapping', 'mail_refusal', 'throttle'],
  'sealed, and emptied': ['caught_request', 'idempotency'],
  'the file of an import, until that has ended': ['crm_import_chunk'],
  'the content of files, which goes with them': ['file_chunk'],
  'what was said on the phone, as audio that goes with its call: recordings.routes.test.ts': [
    'call_recording',
  ],
  'a hash of a number, for two days: who was erased is not called more often for it': ['dialled_number'],
};

test('before: every table has a fact planted in it, or is listed here with the reason why it holds none', async () => {
  const planted = new Set<string>();
  const { rows } = await app.runtime.database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const tables = rows.map(({ name }) => name);
  for (const line of (await dumpDatabase(app)).split('\n')) {
    const name = /^public\.(\w+) /.exec(line)?.[1];
    if (name !== undefined && facts.some((word) => line.includes(word.toLowerCase()))) planted.add(name);
  }
  const listed = Object.values(impersonal).flat();
  expect(tables.filter((name) => !planted.has(name)).sort()).toEqual(listed.sort());
});

describe('POST /crm/people/{id}/export', () => {
  test('200: has every fact, from all that is held', async () => {
    const { export: all } = await made(app.post(`/crm/people/${personId}/export`));
    const text = JSON.stringify(all).toLowerCase();
    const elsewhere = new Set([
      'planted-do-not-call',
      'planted-twin',
      'planted-twin-first',
      'planted-twin-last',
      'planted-twin-job',
    ]);
    expect(facts.filter((word) => !elsewhere.has(word) && !text.includes(word.toLowerCase()))).toEqual([]);
    expect(all.mails.length).toBeGreaterThan(3);
    expect(all.deliveries.length).toBeGreaterThan(2);
  });

  test('403: a user who is neither owner nor admin; 404: nobody', async () => {
    const token = await app.tokenOf('aiko@juniper.example', ['crm:write']);
    for (const act of ['export', 'erase']) {
      expect((await app.post(`/crm/people/${personId}/${act}`, {}, { token })).status).toBe(403);
      const unknown = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
      expect((await app.post(`/crm/people/${unknown}/${act}`, {})).status).toBe(404);
    }
  });
});

describe('POST /crm/people/{id}/erase', () => {
  test('200: none of the facts is left in the dump, before and after the effects that waited', async () => {
    const { message } = await made(app.post(`/crm/people/${personId}/erase`));
    expect(message).toBe('Person erased.');
    expect(await found(facts)).toEqual([]);
    await app.runEffects();
    await sendDue(app.runtime, {});
    const before = receiver.received.length;
    await deliverUntil(app, () => receiver.received.length > before);
    expect(await found(facts)).toEqual([]);
  });

  test('what is about others stays, with the address and the number replaced', async () => {
    const text = 'Ask erased@erased.invalid or call erased.';
    const { company } = await made(app.get(`/crm/companies/${mentioned.companyId}`));
    expect(company.description).toBe(`${text} Twice.`);
    const { record } = await made(app.get(`/crm/bargains/${mentioned.dealId}`));
    expect(record).toMatchObject({ attributes: { title: text, contact: 'erased@erased.invalid' } });
    const { list } = await made(app.get(`/notes/event/${mentioned.eventId}`));
    expect(list[0].note).toBe(text);
  });

  test('saved views that name the address are gone', async () => {
    expect(await queryRows(app, 'select id from saved_view')).toEqual([]);
  });

  test('invitations to the address and proofs of it are gone, not only renamed', async () => {
    expect((await made(app.get('/invitations'))).collection).toEqual([]);
    expect(await queryRows(app, 'select id from address_confirmation')).toEqual([]);
  });

  test('a payment that is open keeps its amount and loses what was to be booked', async () => {
    expect(await queryRows(app, 'select booking, email, amount from payment')).toEqual([
      { booking: null, email: null, amount: '49.00' },
    ]);
  });

  test('bookings keep their time and lose the person', async () => {
    const { resource } = await made(app.get(`/scheduled-events/${eventId}`));
    expect(resource.startTime).not.toBe(startTime);
    expect(resource.status).toBe('cancelled');
    expect(resource.invitees[0]).toMatchObject({
      fullName: 'Erased person',
      email: 'erased@erased.invalid',
      guests: null,
    });
    const { collection } = await made(app.get('/scheduled-events?keyword=planted'));
    expect(collection).toEqual([]);
    const { pagination } = await made(app.get('/scheduled-events?keyword=erased'));
    expect(pagination.total).toBeGreaterThan(1);
  });

  test('nobody who was erased is called, though the number is stored no longer', async () => {
    const { collection } = await made(app.get('/do-not-call'));
    expect(collection[0]).toMatchObject({ phoneNumber: null, reason: null });
    const { uuid } = await createWorld(app, receiver.url).agent();
    const who = { phoneNumber: phone, email: 'someone@else.example', fullName: 'Someone' };
    expect((await app.post(`/agents/${uuid}/outbound-calls`, who)).status).toBe(422);
  });

  test('200: once more; the audit log says that it happened, without the address; the record is gone', async () => {
    await made(app.post(`/crm/people/${personId}/erase`));
    const { collection } = await made(app.get(`/audit-log?object=${personId}`));
    expect(collection.map(({ action }: { action: string }) => action)).toEqual([
      'person.erased',
      'person.exported',
    ]);
    expect((await app.get(`/crm/people/${personId}`)).status).toBe(404);
    const changes = await made(app.get('/crm/changes?count=1000'));
    expect(changes.collection.length).toBeGreaterThan(0);
  });

  test('409: an answer that was stored for an Idempotency-Key is not given again, and nothing happens twice', async () => {
    const { status, body } = await app.post('/event', firstBooking, once);
    expect(status).toBe(409);
    expect(body.message).toBe('This Idempotency-Key was already used, and its response is no longer stored.');
  });
});
