/** Objects of Calendly with every field that its API (v2) documents, each with something in it. */

const api = 'https://api.calendly.com';
const times = { created_at: '2026-01-02T03:04:05.678123Z', updated_at: '2026-02-02T03:04:05.678123Z' };

export const user = {
  uri: `${api}/users/F1`,
  name: 'Noa Field',
  slug: 'noa-field',
  email: 'noa@field.example',
  scheduling_url: 'https://calendly.com/noa-field',
  timezone: 'Europe/Paris',
  time_notation: '24h',
  locale: 'fr',
  avatar_url: 'https://calendly.example/noa.png',
  current_organization: `${api}/organizations/O1`,
  resource_type: 'User',
  ...times,
};

export const membership = {
  uri: `${api}/organization_memberships/MF1`,
  role: 'admin',
  organization: `${api}/organizations/O1`,
  user: { ...user, uri: `${api}/users/F2`, slug: 'eli-field', email: 'eli@field.example', name: 'Eli Field' },
  ...times,
};

export const schedule = {
  uri: `${api}/user_availability_schedules/SF1`,
  default: true,
  name: 'Mornings',
  user: user.uri,
  timezone: 'Europe/Paris',
  rules: [
    { type: 'wday', wday: 'monday', intervals: [{ from: '08:00', to: '12:00' }] },
    { type: 'date', date: '2027-02-01', intervals: [{ from: '20:00', to: '00:00' }] },
  ],
  ...times,
};

const question = (type: string, position: number, more: object = {}) => ({
  name: `Your ${type}`,
  type,
  position,
  enabled: true,
  required: true,
  answer_choices: [],
  include_other: false,
  ...more,
});

export const page = {
  uri: `${api}/event_types/FULL`,
  name: 'Consultation',
  active: true,
  booking_method: 'poll',
  slug: 'consultation',
  scheduling_url: 'https://calendly.com/noa-field/consultation',
  duration: 25,
  duration_options: [25, 50],
  kind: 'group',
  pooling_type: null,
  type: 'StandardEventType',
  color: '#FFF200',
  internal_note: 'For colleagues',
  description_plain: 'Say hello',
  description_html: '<p>Say <b>hello</b></p>',
  profile: { type: 'User', name: 'Noa Field', owner: user.uri },
  secret: true,
  deleted_at: null,
  kind_description: 'Group',
  admin_managed: true,
  position: 3,
  locale: 'fr',
  is_paid: true,
  locations: [
    { kind: 'physical', location: '1 Main Street', additional_info: 'Ring twice' },
    { kind: 'inbound_call', phone_number: 4930901820, additional_info: 'Ask for Noa' },
    { kind: 'outbound_call' },
    { kind: 'zoom_conference' },
    { kind: 'webex_conference' },
    { kind: 'custom', location: 'At the lake' },
    { kind: 'ask_invitee' },
  ],
  custom_questions: [
    question('text', 5),
    question('string', 1),
    question('phone_number', 2),
    question('single_select', 3, { answer_choices: ['Small', 'Large'], include_other: true }),
    question('multi_select', 4, { answer_choices: ['Red', 'Blue'] }),
    question('date', 6),
    question('string', 7, { name: 'Old', enabled: false }),
  ],
  ...times,
};

export const teamPage = {
  ...page,
  uri: `${api}/event_types/FULLTEAM`,
  name: 'Team call',
  slug: 'team-call',
  booking_method: 'instant',
  is_paid: false,
  kind: 'solo',
  pooling_type: 'round_robin',
  profile: { type: 'Team', name: 'Sales', owner: `${api}/teams/T1` },
};

export const hosts = [user, membership.user].map(({ uri, email, name }) => ({
  event_type: teamPage.uri,
  member: { uri, email, name },
  priority: 2,
}));

const eventUri = `${api}/scheduled_events/FULL`;

export const event = {
  uri: eventUri,
  name: 'Consultation',
  meeting_notes_plain: 'Bring the plans.',
  meeting_notes_html: '<p>Bring the plans.</p>',
  status: 'canceled',
  start_time: '2027-04-05T08:00:00.000000Z',
  end_time: '2027-04-05T08:25:00.000000Z',
  event_type: page.uri,
  location: {
    type: 'zoom_conference',
    status: 'pushed',
    location: 'Zoom room',
    join_url: 'https://zoom.example/j/1',
    additional_info: 'Camera on',
    data: { id: 1, password: 'x', extra: { intl_numbers_url: 'https://zoom.example/n' } },
  },
  invitees_counter: { total: 1, active: 1, limit: 3 },
  event_memberships: [
    {
      user: user.uri,
      user_email: 'noa@field.example',
      user_name: 'Noa Field',
      buffered_start_time: '2027-04-05T07:45:00.000000Z',
      buffered_end_time: '2027-04-05T08:40:00.000000Z',
    },
  ],
  event_guests: [{ email: 'guest@okafor.example', ...times }],
  calendar_event: { kind: 'google', external_id: 'abc' },
  cancellation: {
    canceled_by: 'Noa Field',
    reason: 'Ill',
    canceler_type: 'host',
    created_at: '2027-04-02T10:00:00.000000Z',
  },
  ...times,
};

export const invitee = {
  uri: `${eventUri}/invitees/I1`,
  event: eventUri,
  email: 'lena@okafor.example',
  first_name: 'Lena',
  last_name: 'Okafor',
  name: 'Lena Okafor',
  status: 'active',
  timezone: 'America/New_York',
  text_reminder_number: '+1 404-555-1234',
  rescheduled: false,
  old_invitee: `${api}/scheduled_events/OLD/invitees/I0`,
  new_invitee: `${api}/scheduled_events/NEW/invitees/I2`,
  cancel_url: 'https://calendly.com/cancellations/I1',
  reschedule_url: 'https://calendly.com/reschedulings/I1',
  routing_form_submission: `${api}/routing_form_submissions/R1`,
  questions_and_answers: [
    { question: 'Your text', answer: 'Prices', position: 1 },
    { question: 'Your string', answer: 'Okafor', position: 0 },
  ],
  tracking: {
    utm_campaign: 'spring',
    utm_source: 'newsletter',
    utm_medium: 'email',
    utm_content: 'button',
    utm_term: 'plants',
    salesforce_uuid: 'sf-1',
  },
  payment: {
    external_id: 'ch_A',
    provider: 'stripe',
    amount: 49.5,
    currency: 'USD',
    terms: 'No refunds',
    successful: true,
  },
  no_show: { uri: `${api}/invitee_no_shows/N1`, created_at: times.created_at },
  reconfirmation: { created_at: times.created_at, confirmed_at: times.updated_at },
  scheduling_method: 'instant_book',
  invitee_scheduled_by: user.uri,
  ...times,
};

/** One who canceled alone. */
export const canceled = {
  ...invitee,
  uri: `${api}/scheduled_events/FULL2/invitees/I3`,
  event: `${api}/scheduled_events/FULL2`,
  status: 'canceled',
  cancellation: {
    canceled_by: 'Lena Okafor',
    reason: 'Busy',
    canceler_type: 'host',
    created_at: '2027-04-01T10:00:00.000000Z',
  },
};

export const secondEvent = {
  ...event,
  uri: canceled.event,
  status: 'active',
  start_time: '2027-04-06T08:00:00.000000Z',
  end_time: '2027-04-06T08:25:00.000000Z',
  cancellation: null,
};

const list = (...collection: unknown[]) => ({ collection, pagination: { next_page_token: null } });

export const everything: readonly unknown[] = [
  { resource: user },
  list(membership),
  list(schedule),
  list(page, teamPage),
  list(...hosts),
  list(event, secondEvent),
  list(invitee),
  list(canceled),
];
