import type { AnyRoute } from '@daybook/contract/route';
import { routes } from '@daybook/contract/routes';
import { png } from '../src/images/test-pictures.ts';
import { createTestImport } from '../src/crm/test-import.ts';
import { stripeTestKeys } from '../src/payments/stripe/test-stripe.ts';
import type { Answer, TestApp } from './harness.ts';
import { ownerToken, plantedFailure } from './runtime.ts';

/**
 * A request that the owner of the demo company may make, for each operation that takes a token. Tests that go over the whole
 * contract (what is audited, who may do what, who may read what) begin here, and fail for an operation that has none.
 */
export interface Request {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: object;
  /** A file instead of a body. */
  readonly file?: { readonly type: string; readonly text: string | Buffer };
}

// oxlint-disable-next-line no-explicit-any -- as it came over the wire
type Wire = any;

/** Who sends a request: a token, a session's cookie, or nobody. */
export type Credentials = { readonly token: string } | { readonly cookie: string } | null;

export function sendRequest(
  app: TestApp,
  route: AnyRoute,
  request: Request,
  as: Credentials,
): Promise<Answer> {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(request.params?.[name] ?? 'missing'),
  );
  const query = new URLSearchParams(request.query).toString();
  const takesFile = request.file && { 'content-type': request.file.type };
  return app.inject({
    // A stream of events has no end, and the same refusals.
    method: route.returns.media === 'text/event-stream' ? 'HEAD' : route.method,
    url: `/v2${path}${query && `?${query}`}`,
    headers: {
      ...(as && 'token' in as && { authorization: `Bearer ${as.token}` }),
      ...(as && 'cookie' in as && { cookie: as.cookie }),
      ...takesFile,
    },
    ...((request.file ?? request.body) && { payload: request.file?.text ?? request.body }),
  });
}

interface Owner {
  readonly email: string;
  readonly slug: string;
  readonly token: string;
}

const mara: Owner = { email: 'mara@juniper.example', slug: 'mara-lindqvist', token: ownerToken };

interface Place {
  /** Whose token the `app` sends unless it is given another one. */
  readonly owner?: Owner;
  /** A Monday, on which bookings begin. */
  readonly firstDay?: string;
}

/** Creates what requests are about, each time anew, as the owner. */
export function createWorld(
  app: TestApp,
  receiverUrl: string,
  { owner = mara, firstDay = '2027-01-18' }: Place = {},
) {
  const [, domain = ''] = owner.email.split('@');
  const label = domain.split('.', 1)[0];
  let count = 0;
  const next = () => (count += 1);
  const made = async (answer: Promise<Answer>): Promise<Wire> => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  const world = {
    next,
    owner,
    domain,
    label,
    hookUrl: receiverUrl,
    /** A working hour of the owner's that nobody has booked. */
    time() {
      const index = next();
      const workday = Math.floor(index / 14);
      const day = new Date(firstDay);
      day.setUTCDate(day.getUTCDate() + 7 * Math.floor(workday / 5) + (workday % 5));
      const minutes = 9 * 60 + (index % 14) * 30;
      const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
      return { date: day.toISOString().slice(0, 10), start: clock, timeZone: 'Europe/Berlin' };
    },
    user: async (fields: object = {}) =>
      (
        await made(
          app.post('/organizations/users', {
            email: `user${next()}@${domain}`,
            firstName: 'Noor',
            lastName: 'Haddad',
            ...fields,
          }),
        )
      ).resource,
    userWithAvatar: async () => {
      const { uuid } = await world.user();
      await made(world.upload(`/organizations/users/${uuid}/avatar`));
      return String(uuid);
    },
    teamWithAvatar: async () => {
      const { uuid } = await world.team();
      await made(world.upload(`/teams/${uuid}/avatar`));
      return String(uuid);
    },
    upload: (path: string) =>
      app.inject({
        method: 'PUT',
        url: `/v2${path}`,
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': picture.type },
        payload: picture.text,
      }),
    workflow: async () => String((await made(app.post('/workflows', workflowFields(world)))).resource.uuid),
    mail: async () => {
      await world.booking();
      await app.runEffects();
      await app.runtime.database.pool.query(`update mail_message set status = 'failed'`);
      return String((await made(app.get('/mail'))).collection[0].uuid);
    },
    team: async () => (await made(app.post('/teams', { title: `Team ${next()}` }))).resource,
    membership: async () => {
      const team = await world.team();
      const { email } = await world.user();
      const { data } = await made(app.post(`/teams/${team.uuid}/members`, { email, role: 'member' }));
      return { teamId: team.uuid, id: String(data.id) };
    },
    token: async () =>
      (await made(app.post('/tokens', { name: `Token ${next()}`, scopes: ['booking'] }))).resource,
    app: async () => {
      const fields = {
        name: `App ${next()}`,
        scopes: ['booking'],
        redirectUris: ['https://app.example/back'],
      };
      return (await made(app.post('/apps', fields))).resource;
    },
    identityProvider: async () => {
      const fields = { kind: 'oidc', name: `Provider ${next()}`, issuer: receiverUrl, clientId: 'daybook' };
      // Each workspace has only so many: the newest stay.
      await app.runtime.database.pool.query(
        `delete from identity_provider where id in (
           select id from identity_provider where workspace_id in (select workspace_id from member where email = $1)
           order by created_at desc offset 4)`,
        [owner.email],
      );
      return (await made(app.post('/identity-providers', { ...fields, clientSecret: 'none of ours' })))
        .resource;
    },
    /** An app that owners and admins register is approved. */
    unapprovedApp: async () => {
      const { clientId } = await world.app();
      await app.runtime.database.pool.query('delete from app_approval where client_id = $1', [clientId]);
      return String(clientId);
    },
    connectedApp: async () => {
      const { clientId, name } = await world.app();
      const { rows } = await app.runtime.database.pool.query<{ id: string }>(
        `insert into app_grant (workspace_id, id, member_id, client_id, name, scopes, exchanged_at)
         select workspace_id, gen_random_uuid(), id, $2, $3, '{booking}', now() from member where email = $1 returning id`,
        [owner.email, clientId, name],
      );
      return String(rows[0]?.id);
    },
    scimToken: async () => {
      const { rows } = await app.runtime.database.pool.query<{ id: string }>(
        `insert into scim_token (workspace_id, id, name, prefix)
         select workspace_id, gen_random_uuid(), 'Directory', 'dbp_test' from member where email = $1 returning id`,
        [owner.email],
      );
      return String(rows[0]?.id);
    },
    scimGroup: async () => {
      const { rows } = await app.runtime.database.pool.query<{ id: string }>(
        `insert into scim_group (workspace_id, id, display_name)
         select workspace_id, gen_random_uuid(), $2 from member where email = $1 returning id`,
        [owner.email, `Group ${next()}`],
      );
      return String(rows[0]?.id);
    },
    approval: async () => {
      const { clientId } = await world.app();
      return (await made(app.post('/app-approvals', { clientId }))).resource;
    },
    senderDomain: async () => {
      const senderAddress = `hello@mail${world.next()}.${world.domain}`;
      return (await made(app.post('/domains', { purpose: 'sender', senderAddress }))).resource;
    },
    ownDomain: async () =>
      (await made(app.post('/domains', { name: `book${world.next()}.${world.domain}` }))).resource,
    session: async (email = owner.email) => {
      const { rows } = await app.runtime.database.pool.query<{ id: string }>(
        `insert into session (workspace_id, id, member_id, expires_at)
         select workspace_id, gen_random_uuid(), id, now() + interval '1 day' from member
         where email = $1 returning id`,
        [email],
      );
      return String(rows[0]?.id);
    },
    userWithSession: async () => {
      const { uuid, email } = await world.user();
      await world.session(email);
      return uuid as string;
    },
    /** Sent long enough ago to be sent again. */
    invitation: async () => {
      const { resource } = await made(app.post('/invitations', { email: `guest${next()}@fern.example` }));
      await app.runtime.database.pool.query(`update invitation set sent_at = '2027-01-01' where id = $1`, [
        resource.uuid,
      ]);
      return resource;
    },
    page: async (fields: object = {}) => {
      const booked = {
        title: `Page ${next()} of ${label}`,
        duration: 30,
        bookingWindow: { type: 'unlimited' },
        ...fields,
      };
      return (await made(app.post('/event-types', booked))).resource;
    },
    link: async () => (await made(app.post('/links', { eventTypeUuid: (await world.page()).uuid }))).resource,
    resource: async (fields: object = {}) =>
      (await made(app.post('/resources', { name: `Aalto ${next()}`, kind: 'Room', ...fields }))).resource,
    schedule: async () => (await made(app.post('/schedules', scheduleFields(next())))).resource,
    absence: async (fields: object = {}) => {
      const start = `20${30 + (next() % 60)}-08-02`;
      return (await made(app.post('/absences', { start, end: start, ...fields }))).resource;
    },
    feed: () => made(app.post('/calendar-feed')),
    holidays: () => made(app.put('/holidays', { country: 'FR', except: workedHolidays })),
    booking: async (fields: object = {}) => {
      const { slug } = await world.page(fields);
      const who = { name: 'Ines Okafor', email: `ines${next()}@okafor.example` };
      const where = { ownerSlug: owner.slug, eventTypeSlug: slug };
      return made(app.post('/event', { ...where, ...world.time(), ...who }));
    },
    /** What books a page that asks for a file, with one. */
    undoableBooking: async () => {
      const { uuid } = await world.booking();
      const move = { ...world.time(), undoWithin: 60 };
      return (await made(app.put(`/scheduled-events/${uuid}/reschedule`, move))).resource;
    },
    bookingWithFile: async (fields: object = {}) => {
      const asked = { question: 'Your brief', type: 'FILE_INPUT', isRequired: true };
      const { uuid, slug } = await world.page({ ...fields, inviteeQuestions: [asked] });
      const { upload } = await made(
        app.inject({
          method: 'POST',
          url: `/v2/public/pages/${owner.slug}/${slug}/files?name=brief.pdf`,
          headers: { 'content-type': pdf.type },
          payload: pdf.text,
        }),
      );
      const { resource } = await made(app.get(`/event-types/${uuid}/settings`));
      return {
        ...{ ownerSlug: owner.slug, eventTypeSlug: slug, ...world.time() },
        ...{ name: 'Ines Okafor', email: `ines${next()}@okafor.example` },
        question_answers: [{ question_id: resource.inviteeQuestions[0].id, answer: upload.token }],
      };
    },
    answerFile: async () => {
      const booked = await made(app.post('/event', await world.bookingWithFile()));
      return fileIn(booked.invitees[0].questions[0].file);
    },
    requestFile: async () => {
      const booking = await world.bookingWithFile({ requiresConfirmation: true });
      const { resource } = await made(app.post('/booking-requests', booking));
      return fileIn(resource.questions[0].file);
    },
    request: async () => {
      const { slug } = await world.page({ requiresConfirmation: true });
      const who = { name: 'Ines Okafor', email: `ines${next()}@okafor.example` };
      const where = { ownerSlug: owner.slug, eventTypeSlug: slug };
      return (await made(app.post('/booking-requests', { ...where, ...world.time(), ...who }))).resource;
    },
    /** Somebody who waits for a seat of a full event. */
    waiting: async () => {
      const { slug } = await world.page({ type: 'GROUP', maxActiveInvitees: 1, waitlist: true });
      const path = `/public/pages/${owner.slug}/${slug}/bookings`;
      const when = { ...world.time(), name: 'Ines Okafor' };
      await made(app.post(path, { ...when, email: `ines${next()}@okafor.example` }));
      const second = { ...when, email: `ines${next()}@okafor.example`, waitlist: true };
      const { uuid } = (await made(app.post(path, second))).waitlist;
      const sql = 'select event_id from waitlist_entry where id = $1';
      const { rows } = await app.runtime.database.pool.query<{ event_id: string }>(sql, [uuid]);
      return { uuid, eventUuid: rows[0]?.event_id ?? '' };
    },
    /** With a vote, and times of its own. */
    poll: async () => {
      const { uuid: eventTypeUuid } = await world.page();
      const { resource: poll } = await made(app.post('/polls', pollFields(world, eventTypeUuid)));
      const path = `${new URL(poll.url).pathname.replace('/bookings/', '/public/')}/votes`;
      const who = { name: 'Ines Okafor', email: `ines${next()}@okafor.example`, timeZone: 'Europe/Berlin' };
      await made(app.post(path, { ...who, answers: [] }));
      return poll;
    },
    /** One whose time has come and gone. */
    pastBooking: async () => {
      const event = await world.booking();
      await app.runtime.database.pool.query(
        `update scheduled_event set starts_at = '2026-12-01 09:00Z', ends_at = '2026-12-01 09:30Z' where id = $1`,
        [event.uuid],
      );
      return event;
    },
    paidBooking: async () => {
      const event = await world.booking();
      await app.runtime.database.pool.query(
        `with paid as (update invitee set payment = '{"state": "paid", "amount": "49.00", "currency": "EUR"}'
           where id = $1 returning workspace_id, id)
         insert into payment (workspace_id, id, event_type_id, provider, state, amount, amount_minor, currency, invitee_id,
           is_confirmed, charge_id, expires_at)
         select p.workspace_id, gen_random_uuid(), e.event_type_id, 'stripe', 'paid', '49.00', 4900, 'EUR', p.id, false,
           'pi_1', now()
         from paid p join scheduled_event e on e.workspace_id = p.workspace_id and e.id = $2`,
        [event.invitees[0].uuid, event.uuid],
      );
      return event;
    },
    /** An effect that was given up. */
    failure: async () => {
      const { rows } = await app.runtime.database.pool.query(
        `insert into outbox (workspace_id, stream, id, name, payload, actor_kind, attempts, failed_at, error)
         select workspace_id, 'x', gen_random_uuid(), 'workspace.created', '{}', 'visitor', 9, now(), $2
         from member where email = $1 returning id`,
        [owner.email, plantedFailure],
      );
      return rows[0].id as string;
    },
    refusedRefund: async () => {
      const { invitees } = await world.paidBooking();
      const { rows } = await app.runtime.database.pool.query(
        `insert into payment_refund (workspace_id, id, payment_id, amount_minor, reason, state, error)
         select workspace_id, gen_random_uuid(), id, 2000, 'host', 'refused', 'Stripe refused this.' from payment
         where invitee_id = $1 returning id`,
        [invitees[0].uuid],
      );
      return rows[0].id as string;
    },
    paymentAccount: () => made(app.put('/payment-providers/stripe', stripeTestKeys)),
    note: async () => {
      const { uuid } = await world.booking();
      return (await made(app.post('/notes', { relation: 'event', uuid, note: 'Bring the plans.' }))).data;
    },
    object: async () => {
      const slug = `thing-${label}-${next()}`;
      await made(app.post('/crm/objects', { slug, singularName: 'Thing', pluralName: 'Things' }));
      await made(
        app.post(`/crm/objects/${slug}/attributes`, { label: 'Name', type: 'text', isUnique: true }),
      );
      await made(app.post(`/crm/objects/${slug}/attributes`, { label: 'Owners', type: 'user' }));
      return slug;
    },
    record: async (given?: string) => {
      const slug = given ?? (await world.object());
      const { record } = await made(app.post(`/crm/${slug}`, { name: `Thing ${next()}` }));
      return { objectSlug: slug, recordId: String(record.id) };
    },
    recordNote: async () => {
      const record = await world.record();
      const path = `/crm/${record.objectSlug}/${record.recordId}/notes`;
      const { note } = await made(app.post(path, { note: 'Prefers mornings.' }));
      return { ...record, noteId: String(note.id) };
    },
    recordComment: async () => {
      const record = await world.record();
      const path = `/crm/${record.objectSlug}/${record.recordId}/comments`;
      const { comment } = await made(app.post(path, { comment: 'Who calls them?' }));
      return { ...record, commentId: String(comment.id) };
    },
    favorite: async () => {
      const { objectSlug, recordId: id } = await world.record();
      const { favorite } = await made(app.post('/favorites', { kind: 'record', objectSlug, id }));
      return String(favorite.uuid);
    },
    /** A notification of the owner. */
    notification: async () => {
      const record = await world.record();
      const mention = `<mention user="${(await made(app.get('/session'))).resource.uuid}"></mention>`;
      const { email } = await world.user();
      const { token } = await made(
        app.post('/tokens', { name: `token ${next()}`, scopes: ['crm:write'], userEmail: email }),
      );
      const path = `/crm/${record.objectSlug}/${record.recordId}/notes`;
      await made(app.post(path, { note: `Ask ${mention}.` }, { token }));
      const { collection } = await made(app.get('/notifications?unread=true'));
      return String(collection[0].uuid);
    },
    recordFile: async () => {
      const record = await world.record();
      const { file: stored } = await made(
        app.inject({
          method: 'POST',
          url: `/v2/crm/${record.objectSlug}/${record.recordId}/files?name=offer.pdf`,
          headers: { authorization: `Bearer ${owner.token}`, 'content-type': pdf.type },
          payload: pdf.text,
        }),
      );
      return { ...record, fileId: String(stored.id) };
    },
    task: async () => {
      const { objectSlug, recordId: id } = await world.record();
      const { task } = await made(
        app.post('/crm/tasks', { title: `Task ${next()}`, records: [{ objectSlug, id }] }),
      );
      return String(task.uuid);
    },
    complete: (uuid: string) => made(app.post(`/crm/tasks/${uuid}/complete`)),
    person: async (fields: object = {}) =>
      (
        await made(
          app.post('/crm/people', { firstName: 'Lena', emails: [`lena${next()}@okafor.example`], ...fields }),
        )
      ).person,
    company: async () =>
      (
        await made(
          app.post('/crm/companies', { name: `Company ${next()}`, domain: `company${next()}.example` }),
        )
      ).company,
    /** One that everybody sees. */
    view: async () => {
      const objectSlug = await world.object();
      const { view } = await made(
        app.post(`/crm/${objectSlug}/views`, { name: `View ${next()}`, isShared: true }),
      );
      return { objectSlug, viewId: String(view.id) };
    },
    savedView: async () => {
      const fields = { list: 'scheduled_events', name: `View ${next()}`, isShared: true };
      const { view } = await made(app.post('/saved-views', fields));
      return { id: String(view.id) };
    },
    deletedObject: async () => {
      const slug = await world.object();
      await made(app.delete(`/crm/objects/${slug}`));
      return slug;
    },
    deletedRecord: async () => {
      const record = await world.record();
      await made(app.delete(`/crm/${record.objectSlug}/${record.recordId}`));
      return record;
    },
    pendingImport: async () => {
      const { send } = createTestImport(app, owner.token);
      return (await made(send(await world.object(), `Name\nThing ${next()}\n`))).import;
    },
    import: async () =>
      createTestImport(app, owner.token).run(await world.object(), `Name\nThing ${next()}\n`),
    merge: async () => {
      const survivor = await world.record();
      const merged = await world.record(survivor.objectSlug);
      const body = { survivorId: survivor.recordId, mergedId: merged.recordId };
      return (await made(app.post(`/crm/${survivor.objectSlug}/merge`, body))).merge;
    },
    form: async () =>
      (
        await made(
          app.post('/routing-forms', {
            name: `Form ${next()}`,
            fields: [{ inputId: 'email', question: 'Email', type: 'EMAIL_INPUT' }],
            routes: [],
            fallback: { type: 'MESSAGE', headline: 'Thank you.' },
          }),
        )
      ).resource,
    agent: async () =>
      (await made(app.post('/agents', { name: `Agent ${next()}`, isPublished: true, isEnabled: true })))
        .resource,
    call: async () => {
      const { uuid } = await world.agent();
      const { element } = await made(app.post(`/agents/${uuid}/outbound-calls`, callFields));
      return { agentUuid: String(uuid), id: String(element.id) };
    },
    /** With somebody who said nothing for a second. */
    recordedCall: async () => {
      const call = await world.call();
      await app.runtime.database.pool.query(
        `with attempt as (
           insert into call_attempt (workspace_id, call_id, attempt, id, state, started_at, ended_at, outcome)
           select workspace_id, id, 1, gen_random_uuid(), 'ended', now(), now(), 'answered' from outbound_call where id = $1
           returning workspace_id, call_id, id)
         insert into call_recording (workspace_id, call_id, attempt_id, audio, expires_at)
         select workspace_id, call_id, id, decode(repeat('ff', 8000), 'hex'), '2100-01-01' from attempt`,
        [call.id],
      );
      return call;
    },
    doNotCall: async () =>
      (await made(app.post('/do-not-call', { phoneNumber: `+4930123${String(45_000 + next())}` }))).resource,
    webhook: async () =>
      (
        await made(
          app.post('/webhooks', { callbackUrl: receiverUrl, events: ['invitee.scheduled'], scope: 'user' }),
        )
      ).resource,
    calendarUrl: () => new URL(`/calendar${next()}.ics`, receiverUrl).href,
    /** Of a user, since each has only so many. */
    connection: async () => {
      const { email } = await world.user();
      return (
        await made(app.post('/calendar-connections', { provider: 'ics', url: world.calendarUrl(), email }))
      ).resource;
    },
    catcher: async () => String((await made(app.post('/webhook-catchers'))).resource.id),
    delivery: async () => {
      const { uuid } = await world.webhook();
      await world.booking();
      await app.runEffects();
      const { body } = await app.get(`/webhooks/${uuid}/deliveries`);
      return { uuid: String(uuid), id: String(body.collection[0].id) };
    },
  };
  return world;
}

export type World = ReturnType<typeof createWorld>;

const picture = { type: 'image/png', text: png };
/** The event or request of a file, and its id. */
function fileIn(address: string): { uuid: string; fileId: string } {
  const [, uuid = '', fileId = ''] = /\/([^/]+)\/files\/(.+)$/.exec(address) ?? [];
  return { uuid, fileId };
}

const pdf = { type: 'application/octet-stream', text: '%PDF-1.7 An offer' };

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** At night, when nobody books anything else, and each at another time. */
const pollFields = (world: World, eventTypeUuid: string) => {
  const index = world.next();
  const night = Date.UTC(2027, 1, 1 + (index % 300), 20) + (Math.floor(index / 300) % 16) * 1_800_000;
  return { eventTypeUuid, times: [0, 900_000].map((ms) => new Date(night + ms).toISOString()) };
};

const scheduleFields = (index: number) => ({
  title: `Schedule ${index}`,
  timezone: 'Europe/Berlin',
  weekly_hours: weekdays.map((day) => ({ day, timesets: [['09:00', '17:00']] })),
});

const callFields = {
  phoneNumber: '+493012345600',
  email: 'ines@harbour.example',
  fullName: 'Ines Okafor',
  scheduledTime: '2027-06-01 09:00:00',
};

const availabilityOf = async (world: World): Promise<Request> => ({
  params: { ownerSlug: world.owner.slug, eventTypeSlug: (await world.page()).slug },
  query: { startDate: '2027-01-12', endDate: '2027-01-13' },
});

const inObject = async (world: World): Promise<Request> => ({ params: { objectSlug: await world.object() } });
const onRecord = async (world: World): Promise<Request> => ({ params: await world.record() });
const onPerson = async (world: World): Promise<Request> => ({ params: { id: (await world.person()).id } });
const onCompany = async (world: World): Promise<Request> => ({ params: { id: (await world.company()).id } });
const onEvent = async (world: World): Promise<Request> => ({
  params: { uuid: (await world.booking()).uuid },
});
const onRequest = async (world: World): Promise<Request> => ({
  params: { uuid: (await world.request()).uuid },
});
const onPoll = async (world: World): Promise<Request> => ({ params: { uuid: (await world.poll()).uuid } });
const onPage = async (world: World): Promise<Request> => ({ params: { uuid: (await world.page()).uuid } });
const workflowFields = (world: World) => ({
  name: `Flow ${world.next()}`,
  trigger: { on: 'booked' },
  steps: [
    { kind: 'mail', to: 'person', texts: { en: { subject: 'Hello', body: 'Hello {{person.name}}.' } } },
  ],
});
const onTask = async (world: World) => ({ params: { uuid: await world.task() } });
const onWorkflow = async (world: World) => ({ params: { uuid: await world.workflow() } });
const onHook = async (world: World): Promise<Request> => ({ params: { uuid: (await world.webhook()).uuid } });
const onForm = async (world: World): Promise<Request> => ({ params: { uuid: (await world.form()).uuid } });
const onAgent = async (world: World): Promise<Request> => ({ params: { uuid: (await world.agent()).uuid } });
const onSchedule = async (world: World): Promise<Request> => ({
  params: { uuid: (await world.schedule()).uuid },
});
/** French holidays on working days: none of them takes a time away that other operations book. */
const workedHolidays = [
  ...['2027-03-29', '2027-05-06', '2027-05-17', '2027-07-14', '2027-11-01', '2027-11-11'],
  ...['2028-04-17', '2028-05-01', '2028-05-08', '2028-05-25', '2028-06-05', '2028-07-14', '2028-08-15'],
];

const onResource = async (world: World): Promise<Request> => ({
  params: { uuid: (await world.resource()).uuid },
});
const onAbsence = async (world: World): Promise<Request> => ({
  params: { uuid: (await world.absence()).uuid },
});
const onConnection = async (world: World): Promise<Request> => ({
  params: { uuid: (await world.connection()).uuid },
});
const onTeam = async (world: World): Promise<Request> => ({ params: { teamId: (await world.team()).uuid } });
const onApp = async (world: World): Promise<Request> => ({ params: { uuid: (await world.app()).uuid } });
const onProvider = async (world: World): Promise<Request> => ({
  params: { uuid: (await world.identityProvider()).uuid },
});
const onUser = async (world: World): Promise<Request> => ({ params: { uuid: (await world.user()).uuid } });
const bare = (): Request => ({});

const hoursOf = ({ owner: { email } }: World) => ({
  email,
  weekly_hours: [{ day: 'Fri', timesets: [['09:00', '12:00']] }],
});

export const requests: Record<string, (world: World) => Request | Promise<Request>> = {
  listResources: bare,
  createResource: (world) => ({ body: { name: `Noether ${world.next()}`, kind: 'Room', capacity: 4 } }),
  readResource: onResource,
  updateResource: async (world) => ({ ...(await onResource(world)), body: { location: 'Second floor' } }),
  deleteResource: onResource,
  listResourceEvents: onResource,
  whoami: bare,
  readSession: bare,
  signOut: bare,
  readAttention: bare,
  retryFailure: async (world) => ({ params: { id: await world.failure() } }),
  readBriefing: onEvent,
  readFirstSteps: bare,
  confirmFirstStep: () => ({ params: { key: 'hours' } }),
  listTokens: bare,
  createToken: () => ({ body: { name: 'Website', scopes: ['booking'] } }),
  rotateToken: async (world) => ({ params: { uuid: (await world.token()).uuid } }),
  revokeToken: async (world) => ({ params: { uuid: (await world.token()).uuid } }),
  listApps: bare,
  createApp: () => ({
    body: { name: 'Website', scopes: ['booking'], redirectUris: ['https://app.example/back'] },
  }),
  readApp: onApp,
  updateApp: async (world) => ({ ...(await onApp(world)), body: { name: 'Shop' } }),
  deleteApp: onApp,
  rotateAppSecret: onApp,
  setAppLogo: async (world) => ({ ...(await onApp(world)), file: picture }),
  deleteAppLogo: async (world) => {
    const { uuid } = await world.app();
    await world.upload(`/apps/${uuid}/logo`);
    return { params: { uuid } };
  },
  listConnectedApps: bare,
  disconnectApp: async (world) => ({ params: { uuid: await world.connectedApp() } }),
  listDomains: bare,
  createDomain: (world) => ({ body: { name: `book${world.next()}.${world.domain}` } }),
  verifyDomain: async (world) => ({ params: { uuid: (await world.ownDomain()).uuid } }),
  rotateDomainKey: async (world) => ({ params: { uuid: (await world.senderDomain()).uuid } }),
  deleteDomain: async (world) => ({ params: { uuid: (await world.ownDomain()).uuid } }),
  listAppApprovals: bare,
  approveApp: async (world) => ({ body: { clientId: await world.unapprovedApp() } }),
  deleteAppApproval: async (world) => ({ params: { uuid: (await world.approval()).uuid } }),
  listIdentityProviders: bare,
  createIdentityProvider: (world) => ({ body: { kind: 'saml', name: `Provider ${world.next()}` } }),
  readIdentityProvider: onProvider,
  updateIdentityProvider: async (world) => ({ ...(await onProvider(world)), body: { name: 'Okta' } }),
  deleteIdentityProvider: onProvider,
  testIdentityProvider: onProvider,
  listScimTokens: bare,
  revokeScimToken: async (world) => ({ params: { uuid: await world.scimToken() } }),
  listScimGroups: bare,
  updateScimGroup: async (world) => ({
    params: { uuid: await world.scimGroup() },
    body: { teamUuid: (await world.team()).uuid },
  }),
  readOrganization: bare,
  setLogo: () => ({ file: picture }),
  deleteLogo: async (world) => {
    await world.upload('/organization/logo');
    return {};
  },
  updateOrganization: (world) => ({ body: { name: `Juniper ${world.next()}` } }),
  listSessions: bare,
  endSession: async (world) => ({ params: { uuid: await world.session() } }),
  readUserAccess: onUser,
  endUserSessions: async (world) => ({ params: { uuid: await world.userWithSession() } }),
  endAllSessions: async (world) => {
    await world.userWithSession();
    return {};
  },
  listNotifications: bare,
  markNotificationsRead: async (world) => ({ body: { uuids: [await world.notification()] } }),
  readNotificationSettings: bare,
  changeNotificationSettings: () => ({ body: { comment: { email: false } } }),
  listFavorites: bare,
  addFavorite: async (world) => {
    const { objectSlug, recordId: id } = await world.record();
    return { body: { kind: 'record', objectSlug, id } };
  },
  orderFavorites: async (world) => {
    const [one, two] = [await world.favorite(), await world.favorite()];
    return { body: { uuids: [two, one] } };
  },
  removeFavorite: async (world) => ({ params: { uuid: await world.favorite() } }),
  readPreferences: bare,
  changePreferences: () => ({ body: { theme: 'dark' } }),
  listInvitations: bare,
  invite: (world) => ({ body: { email: `guest${world.next()}@fern.example` } }),
  resendInvitation: async (world) => ({ params: { uuid: (await world.invitation()).uuid } }),
  withdrawInvitation: async (world) => ({ params: { uuid: (await world.invitation()).uuid } }),
  listUsers: bare,
  createUser: (world) => ({
    body: { email: `user${world.next()}@${world.domain}`, firstName: 'Noor', lastName: 'Haddad' },
  }),
  readUser: onUser,
  setUserAvatar: async (world) => ({ ...(await onUser(world)), file: picture }),
  deleteUserAvatar: async (world) => ({ params: { uuid: await world.userWithAvatar() } }),
  listOpenBookings: onUser,
  updateUser: async (world) => ({ ...(await onUser(world)), body: { role: 'admin' } }),
  deactivateUser: onUser,
  readDeparture: onUser,
  listTeams: bare,
  createTeam: (world) => ({ body: { title: `Team ${world.next()}` } }),
  readTeam: onTeam,
  setTeamAvatar: async (world) => ({ ...(await onTeam(world)), file: picture }),
  deleteTeamAvatar: async (world) => ({ params: { teamId: await world.teamWithAvatar() } }),
  updateTeam: async (world) => ({ ...(await onTeam(world)), body: { title: `Team ${world.next()}` } }),
  deleteTeam: onTeam,
  listMemberships: onTeam,
  addMember: async (world) => ({
    ...(await onTeam(world)),
    body: { email: (await world.user()).email, role: 'member' },
  }),
  changeMember: async (world) => ({ params: await world.membership(), body: { role: 'manager' } }),
  removeMember: async (world) => ({ params: await world.membership() }),
  listEventTypes: bare,
  createEventType: (world) => ({ body: { title: `Page ${world.next()}`, duration: 30 } }),
  readEventType: onPage,
  readEventTypeSettings: onPage,
  updateEventType: async (world) => ({ ...(await onPage(world)), body: { title: `Page ${world.next()}` } }),
  moveEventType: async (world) => ({ ...(await onPage(world)), body: { after: null } }),
  deleteEventType: onPage,
  previewEventType: async (world) => ({ ...(await onPage(world)), body: { changes: { title: 'Draft' } } }),
  createSingleUseLink: onPage,
  listLinks: bare,
  createLink: async (world) => ({ body: { eventTypeUuid: (await world.page()).uuid } }),
  deleteLink: async (world) => ({ params: { token: (await world.link()).token } }),
  listSchedules: bare,
  readDefaultSchedule: (world) => ({ query: { email: world.owner.email } }),
  createSchedule: (world) => ({ body: scheduleFields(world.next()) }),
  readSchedule: async (world) => ({
    ...(await onSchedule(world)),
    query: { email: world.owner.email },
  }),
  updateSchedule: async (world) => ({ ...(await onSchedule(world)), body: hoursOf(world) }),
  updateDefaultSchedule: (world) => ({
    body: {
      email: world.owner.email,
      special_hours: [{ date: `20${30 + (world.next() % 60)}-01-10`, timesets: [] }],
    },
  }),
  deleteSchedule: onSchedule,
  listAbsences: bare,
  createAbsence: () => ({ body: { start: '2029-08-02', end: '2029-08-03' } }),
  readAbsence: onAbsence,
  updateAbsence: async (world) => ({ ...(await onAbsence(world)), body: { message: 'Back in September.' } }),
  deleteAbsence: onAbsence,
  readCalendarFeed: bare,
  createCalendarFeed: bare,
  deleteCalendarFeed: async (world) => {
    await world.feed();
    return {};
  },
  listHolidayRegions: bare,
  readHolidays: bare,
  setHolidays: (world) => ({
    body: { country: 'FR', except: [...workedHolidays, `20${30 + (world.next() % 60)}-05-01`] },
  }),
  deleteHolidays: async (world) => {
    await world.holidays();
    return {};
  },
  readAvailability: availabilityOf,
  explainAvailability: async (world) => ({
    ...(await availabilityOf(world)),
    query: { at: '2027-01-12T09:00:00Z' },
  }),
  readSharedAvailability: async (world) => ({ params: { sharedLink: (await world.link()).token } }),
  book: async (world) => ({
    body: {
      ownerSlug: world.owner.slug,
      eventTypeSlug: (await world.page()).slug,
      ...world.time(),
      name: 'Ines Okafor',
      email: 'ines@okafor.example',
    },
  }),
  createBookingRequest: async (world) => ({
    body: {
      ownerSlug: world.owner.slug,
      eventTypeSlug: (await world.page({ requiresConfirmation: true })).slug,
      ...world.time(),
      name: 'Ines Okafor',
      email: 'ines@okafor.example',
    },
  }),
  listBookingRequests: bare,
  listWaitlist: async (world) => ({ params: { uuid: (await world.waiting()).eventUuid } }),
  removeFromWaitlist: async (world) => ({ params: { uuid: (await world.waiting()).uuid } }),
  listPolls: bare,
  createPoll: async (world) => ({ body: pollFields(world, (await world.page()).uuid) }),
  readPoll: onPoll,
  finalisePoll: async (world) => {
    const { uuid, times } = await world.poll();
    return { params: { uuid }, body: { startTime: times[0].startTime } };
  },
  cancelPoll: onPoll,
  deletePoll: onPoll,
  readBookingRequest: onRequest,
  confirmBookingRequest: onRequest,
  declineBookingRequest: async (world) => ({ ...(await onRequest(world)), body: { reason: 'Travelling' } }),
  listCalendarProviders: bare,
  listCalendarConnections: bare,
  connectCalendar: (world) => ({ body: { provider: 'ics', url: world.calendarUrl() } }),
  authorizeCalendar: () => ({ body: { provider: 'google' } }),
  readCalendarConnection: onConnection,
  updateCalendarConnection: async (world) => {
    const { uuid, calendars } = await world.connection();
    return { params: { uuid }, body: { calendars: [{ id: calendars[0].id, blocksTime: false }] } };
  },
  disconnectCalendar: onConnection,
  syncCalendarConnection: onConnection,
  listBusyTimes: () => ({ query: { start: '2027-01-12T00:00:00Z', end: '2027-01-13T00:00:00Z' } }),
  listScheduledEvents: bare,
  readCalendar: (world) => ({ query: { from: '2027-01-11', to: '2027-02-21', hosts: world.owner.slug } }),
  readScheduledEvent: onEvent,
  readMoves: onEvent,
  editScheduledEvent: async (world) => ({ ...(await onEvent(world)), body: { notes: 'Bring the plans.' } }),
  cancelScheduledEvent: async (world) => ({ ...(await onEvent(world)), body: { cancellationReason: 'Ill' } }),
  rescheduleScheduledEvent: async (world) => ({ ...(await onEvent(world)), body: world.time() }),
  handOverScheduledEvent: async (world) => ({
    ...(await onEvent(world)),
    body: { newHostEmail: (await world.user({ timezone: 'Europe/Berlin' })).email },
  }),
  undoEventChange: async (world) => ({ params: { uuid: (await world.undoableBooking()).uuid } }),
  cancelInvitee: async (world) => ({
    params: { uuid: (await world.booking()).invitees[0].uuid },
    body: { cancellationReason: 'Ill' },
  }),
  markNoShow: async (world) => ({
    params: { uuid: (await world.pastBooking()).invitees[0].uuid },
    body: { noShow: true },
  }),
  listPaymentProviders: bare,
  connectPaymentProvider: () => ({ params: { provider: 'stripe' }, body: stripeTestKeys }),
  disconnectPaymentProvider: async (world) => {
    await world.paymentAccount();
    return { params: { provider: 'stripe' } };
  },
  refundPayment: async (world) => ({
    params: { uuid: (await world.paidBooking()).invitees[0].uuid },
    body: { amount: '20.00' },
  }),
  retryRefund: async (world) => ({ params: { uuid: await world.refusedRefund() } }),
  closeRefund: async (world) => ({ params: { uuid: await world.refusedRefund() } }),
  createNote: async (world) => ({
    body: { relation: 'event', uuid: (await world.booking()).uuid, note: 'Bring the plans.' },
  }),
  readNote: async (world) => ({ params: { id: (await world.note()).uuid } }),
  updateNote: async (world) => ({
    params: { id: (await world.note()).uuid },
    body: { note: 'Plans received.' },
  }),
  deleteNote: async (world) => ({ params: { id: (await world.note()).uuid } }),
  listEventNotes: onEvent,
  listObjects: bare,
  createObject: (world) => ({
    body: { slug: `thing-${world.label}-${world.next()}`, singularName: 'Thing', pluralName: 'Things' },
  }),
  readObject: async (world) => ({ params: { slug: await world.object() } }),
  updateObject: async (world) => ({ params: { slug: await world.object() }, body: { singularName: 'Item' } }),
  deleteObject: async (world) => ({ params: { slug: await world.object() } }),
  restoreObject: async (world) => ({ params: { slug: await world.deletedObject() } }),
  createAttribute: async (world) => ({
    params: { slug: await world.object() },
    body: { label: 'Stage', type: 'select', options: [{ value: 'New', color: 'gray' }] },
  }),
  deleteAttribute: async (world) => ({ params: { slug: await world.object(), key: 'name' } }),
  updateAttribute: async (world) => ({
    params: { slug: await world.object(), key: 'name' },
    body: { label: 'Title' },
  }),
  listRecords: inObject,
  queryRecords: async (world) => ({ ...(await inObject(world)), body: {} }),
  createRecord: async (world) => ({ ...(await inObject(world)), body: { name: 'A thing' } }),
  upsertRecord: async (world) => ({
    ...(await inObject(world)),
    query: { matchingAttribute: 'name' },
    body: { name: 'A thing' },
  }),
  readRecord: onRecord,
  updateRecord: async (world) => ({ ...(await onRecord(world)), body: { name: 'Another thing' } }),
  deleteRecord: onRecord,
  restoreRecord: async (world) => ({ params: await world.deletedRecord() }),
  changeRelation: async (world) => ({
    ...(await onRecord(world)),
    body: { attributeSlug: 'owners', add: [(await world.user()).uuid] },
  }),
  readHistory: onRecord,
  readTimeline: onRecord,
  listRecordNotes: onRecord,
  createRecordNote: async (world) => ({ ...(await onRecord(world)), body: { note: 'Prefers mornings.' } }),
  updateRecordNote: async (world) => ({ params: await world.recordNote(), body: { note: 'Or evenings.' } }),
  deleteRecordNote: async (world) => ({ params: await world.recordNote() }),
  pinRecordNote: async (world) => ({ params: await world.recordNote() }),
  unpinRecordNote: async (world) => ({ params: await world.recordNote() }),
  listRecordComments: onRecord,
  createRecordComment: async (world) => ({ ...(await onRecord(world)), body: { comment: 'Who calls?' } }),
  updateRecordComment: async (world) => ({ params: await world.recordComment(), body: { comment: 'Me.' } }),
  deleteRecordComment: async (world) => ({ params: await world.recordComment() }),
  downloadRequestFile: async (world) => ({ params: await world.requestFile() }),
  downloadAnswerFile: async (world) => ({ params: await world.answerFile() }),
  listRecordFiles: onRecord,
  createRecordFile: async (world) => ({
    ...(await onRecord(world)),
    query: { name: 'offer.pdf' },
    file: pdf,
  }),
  downloadRecordFile: async (world) => ({ params: await world.recordFile() }),
  deleteRecordFile: async (world) => ({ params: await world.recordFile() }),
  listChanges: bare,
  listPeople: bare,
  queryPeople: () => ({ body: {} }),
  createPerson: (world) => ({ body: { firstName: 'Lena', emails: [`lena${world.next()}@okafor.example`] } }),
  upsertPerson: (world) => ({
    query: { matchingAttribute: 'emails' },
    body: { firstName: 'Lena', emails: [`lena${world.next()}@okafor.example`] },
  }),
  readPerson: onPerson,
  updatePerson: async (world) => ({ ...(await onPerson(world)), body: { jobTitle: 'Architect' } }),
  deletePerson: onPerson,
  readMeetings: onPerson,
  readCompanyMeetings: onCompany,
  exportPerson: onPerson,
  erasePerson: onPerson,
  listCompanies: bare,
  queryCompanies: () => ({ body: {} }),
  createCompany: (world) => ({ body: { name: `Company ${world.next()}` } }),
  upsertCompany: (world) => ({
    query: { matchingAttribute: 'domain' },
    body: { name: 'A company', domain: `company${world.next()}.example` },
  }),
  readCompany: onCompany,
  updateCompany: async (world) => ({ ...(await onCompany(world)), body: { name: 'Another company' } }),
  deleteCompany: onCompany,
  deleteBulk: async (world) => {
    const { objectSlug, recordId } = await world.record();
    return { params: { objectSlug }, body: { ids: [recordId] } };
  },
  writeBulk: async (world) => ({ ...(await inObject(world)), body: { records: [{ name: 'One' }] } }),
  createImport: async (world) => ({
    ...(await inObject(world)),
    file: { type: 'text/csv', text: 'Name\nOne\n' },
  }),
  listImports: bare,
  readImport: async (world) => ({ params: { importId: (await world.import()).id } }),
  listImportErrors: async (world) => ({ params: { importId: (await world.import()).id } }),
  cancelImport: async (world) => ({ params: { importId: (await world.pendingImport()).id } }),
  undoImport: async (world) => ({ params: { importId: (await world.import()).id } }),
  exportRecords: inObject,
  exportPeople: bare,
  exportCompanies: bare,
  exportMatchingRecords: async (world) => ({ ...(await inObject(world)), body: { fields: ['name'] } }),
  exportMatchingPeople: () => ({ body: {} }),
  exportMatchingCompanies: () => ({ body: {} }),
  findDuplicates: async (world) => ({ ...(await inObject(world)), query: { by: 'name' } }),
  findDuplicatePeople: bare,
  findDuplicateCompanies: bare,
  listViews: inObject,
  listPeopleViews: bare,
  listCompanyViews: bare,
  createView: async (world) => ({ ...(await inObject(world)), body: { name: `View ${world.next()}` } }),
  createPeopleView: (world) => ({ body: { name: `View ${world.next()}` } }),
  createCompanyView: (world) => ({ body: { name: `View ${world.next()}` } }),
  updateView: async (world) => ({ params: await world.view(), body: { name: `View ${world.next()}` } }),
  deleteView: async (world) => ({ params: await world.view() }),
  aggregateRecords: async (world) => ({
    ...(await inObject(world)),
    body: { groupBy: 'owners', measures: [{ op: 'count' }] },
  }),
  search: () => ({ query: { q: 'thing' } }),
  listSavedViews: () => ({ query: { list: 'scheduled_events' } }),
  createSavedView: (world) => ({ body: { list: 'scheduled_events', name: `View ${world.next()}` } }),
  updateSavedView: async (world) => ({
    params: await world.savedView(),
    body: { name: `View ${world.next()}` },
  }),
  deleteSavedView: async (world) => ({ params: await world.savedView() }),
  markDifferent: async (world) => {
    const one = await world.record();
    const other = await world.record(one.objectSlug);
    return {
      params: { objectSlug: one.objectSlug },
      body: { ids: [one.recordId, other.recordId], areDifferent: true },
    };
  },
  mergeRecords: async (world) => {
    const survivor = await world.record();
    const merged = await world.record(survivor.objectSlug);
    return {
      params: { objectSlug: survivor.objectSlug },
      body: { survivorId: survivor.recordId, mergedId: merged.recordId },
    };
  },
  undoMerge: async (world) => ({ params: { mergeId: (await world.merge()).id } }),
  listRoutingForms: bare,
  createRoutingForm: (world) => ({
    body: {
      name: `Form ${world.next()}`,
      fields: [{ inputId: 'email', question: 'Email', type: 'EMAIL_INPUT' }],
      routes: [],
      fallback: { type: 'MESSAGE', headline: 'Thank you.' },
    },
  }),
  readRoutingForm: onForm,
  updateRoutingForm: async (world) => ({ ...(await onForm(world)), body: { name: `Form ${world.next()}` } }),
  tryRoutingForm: async (world) => ({ ...(await onForm(world)), body: { answers: {} } }),
  deleteRoutingForm: onForm,
  listFormSubmissions: onForm,
  listAgents: bare,
  createAgent: () => ({ body: { name: 'Front desk' } }),
  readAgent: onAgent,
  updateAgent: async (world) => ({ ...(await onAgent(world)), body: { name: `Agent ${world.next()}` } }),
  deleteAgent: onAgent,
  listDoNotCall: bare,
  addDoNotCall: (world) => ({ body: { phoneNumber: `+4930123${String(45_000 + world.next())}` } }),
  removeDoNotCall: async (world) => ({ params: { uuid: (await world.doNotCall()).uuid } }),
  listOutboundCalls: async (world) => ({ params: { agentUuid: (await world.agent()).uuid } }),
  createOutboundCall: async (world) => ({
    params: { agentUuid: (await world.agent()).uuid },
    body: callFields,
  }),
  listAllOutboundCalls: bare,
  readOutboundCall: async (world) => ({ params: await world.call() }),
  readCallRecording: async (world) => ({ params: await world.recordedCall() }),
  cancelOutboundCall: async (world) => ({ params: await world.call() }),
  listWebhooks: bare,
  createWebhook: (world) => ({
    body: { callbackUrl: world.hookUrl, events: ['invitee.scheduled'], scope: 'user' },
  }),
  readWebhook: onHook,
  changeWebhook: async (world) => ({ ...(await onHook(world)), body: { name: `Hook ${world.next()}` } }),
  deleteWebhook: onHook,
  readWebhookStatus: onHook,
  testWebhook: onHook,
  rotateWebhookSecret: async (world) => ({ ...(await onHook(world)), body: {} }),
  replayDeliveries: async (world) => ({ ...(await onHook(world)), body: { since: '2027-01-01T00:00:00Z' } }),
  listDeliveries: onHook,
  readDelivery: async (world) => ({ params: await world.delivery() }),
  retryDelivery: async (world) => ({ params: await world.delivery() }),
  createWebhookCatcher: bare,
  deleteWebhookCatcher: async (world) => ({ params: { id: await world.catcher() } }),
  listCaughtRequests: async (world) => ({ params: { id: await world.catcher() } }),
  listTasks: bare,
  createTask: () => ({ body: { title: 'Send the offer', dueOn: '2027-03-02' } }),
  readTask: onTask,
  updateTask: async (world) => ({ ...(await onTask(world)), body: { dueOn: '2027-03-09' } }),
  completeTask: onTask,
  reopenTask: async (world) => {
    const uuid = await world.task();
    await world.complete(uuid);
    return { params: { uuid } };
  },
  deleteTask: onTask,
  listWorkflows: bare,
  createWorkflow: (world) => ({ body: workflowFields(world) }),
  readWorkflow: onWorkflow,
  changeWorkflow: async (world) => ({ ...(await onWorkflow(world)), body: { name: `Flow ${world.next()}` } }),
  deleteWorkflow: onWorkflow,
  listWorkflowVersions: onWorkflow,
  listWorkflowRuns: onWorkflow,
  tryWorkflow: async (world) => ({
    ...(await onWorkflow(world)),
    body: { eventUuid: (await world.booking()).uuid },
  }),
  previewWorkflowMail: () => ({ body: { trigger: { on: 'booked' }, template: 'follow_up' } }),
  listMail: bare,
  resendMail: async (world) => ({ params: { uuid: await world.mail() } }),
  countBookings: bare,
  exportBookings: bare,
  countCancellations: bare,
  exportCancellations: bare,
  countNoShows: bare,
  exportNoShows: bare,
  measureLeadTime: bare,
  exportLeadTime: bare,
  countSubmissions: bare,
  exportSubmissions: bare,
  countDeliveries: bare,
  exportDeliveries: bare,
  countCalls: bare,
  exportCalls: bare,
  listAuditLog: bare,
  readLastChange: async (world) => ({ params: { uuid: (await world.agent()).uuid } }),
  exportAuditLog: bare,
  exportAuditLogAsJson: bare,
  streamChanges: bare,
};

/** The operations of the contract that take a token, with their names. */
export const operations: readonly (readonly [string, AnyRoute])[] = [...routes].filter(
  ([, { access }]) => access.kind === 'token',
);

export const isWriting = ({ method, writes }: AnyRoute): boolean => method !== 'GET' || writes === true;
