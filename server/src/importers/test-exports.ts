/** What Calendly and Cal.com answer, in their documented shapes, about two hosts who move to the demo company. */

const calendly = 'https://api.calendly.com';
const user = (id: string) => `${calendly}/users/${id}`;
const event = (id: string) => `${calendly}/scheduled_events/${id}`;
const intro = `${calendly}/event_types/INTRO`;

/** Whose token it is. */
export const calendlyUser = {
  uri: user('U1'),
  name: 'Noor Haddad',
  slug: 'noor-haddad',
  email: 'noor@fern.example',
  current_organization: `${calendly}/organizations/O1`,
};

const page = { pagination: { count: 1, next_page: null, previous_page: null, next_page_token: null } };

export const calendlyFiles: readonly unknown[] = [
  {
    collection: [
      {
        uri: `${calendly}/organization_memberships/M1`,
        role: 'admin',
        organization: `${calendly}/organizations/O1`,
        user: {
          uri: user('U1'),
          name: 'Noor Haddad',
          slug: 'noor-haddad',
          email: 'Noor@fern.example',
          scheduling_url: 'https://calendly.com/noor-haddad',
          timezone: 'Europe/Paris',
          avatar_url: null,
        },
      },
      {
        uri: `${calendly}/organization_memberships/M2`,
        role: 'user',
        user: { uri: user('U2'), name: 'Mara', slug: 'mara', email: 'mara@juniper.example', timezone: 'UTC' },
      },
    ],
    ...page,
  },
  {
    collection: [
      {
        uri: `${calendly}/user_availability_schedules/S1`,
        default: true,
        name: 'Mornings',
        user: user('U1'),
        timezone: 'Europe/Paris',
        rules: [
          { type: 'wday', wday: 'monday', intervals: [{ from: '08:00', to: '12:00' }] },
          { type: 'wday', wday: 'sunday', intervals: [] },
          { type: 'date', date: '2027-02-01', intervals: [{ from: '20:00', to: '00:00' }] },
        ],
      },
    ],
  },
  {
    collection: [
      {
        uri: intro,
        name: 'Intro call',
        active: true,
        slug: 'intro',
        scheduling_url: 'https://calendly.com/noor-haddad/intro',
        duration: 25,
        duration_options: [25, 50],
        kind: 'solo',
        pooling_type: null,
        type: 'StandardEventType',
        color: '#FFF200',
        description_plain: 'Say hello & <more>.\nTwo lines.',
        secret: false,
        profile: { type: 'User', name: 'Noor Haddad', owner: user('U1') },
        locations: [{ kind: 'zoom_conference' }, { kind: 'ask_invitee' }],
        custom_questions: [
          {
            name: 'What is it about?',
            type: 'text',
            position: 0,
            enabled: true,
            required: true,
            answer_choices: [],
          },
          {
            name: 'Which plan?',
            type: 'single_select',
            position: 1,
            enabled: true,
            required: false,
            answer_choices: ['Small', 'Large'],
          },
          { name: 'Old', type: 'string', position: 2, enabled: false, required: false, answer_choices: [] },
        ],
      },
      {
        uri: `${calendly}/event_types/TEAM`,
        name: 'Sales team',
        active: true,
        slug: 'sales',
        duration: 30,
        kind: 'solo',
        pooling_type: 'round_robin',
        type: 'StandardEventType',
        profile: { type: 'Team', name: 'Sales', owner: `${calendly}/teams/T1` },
      },
    ],
  },
  {
    collection: [
      {
        uri: event('PAST'),
        name: 'Intro call',
        status: 'active',
        start_time: '2026-05-04T08:00:00.000000Z',
        end_time: '2026-05-04T08:25:00.000000Z',
        event_type: intro,
        location: { type: 'zoom', join_url: 'https://zoom.example/j/1' },
        event_memberships: [{ user: user('U1'), user_email: 'noor@fern.example', user_name: 'Noor Haddad' }],
        event_guests: [{ email: 'guest@okafor.example' }],
      },
      {
        uri: event('CANCELLED'),
        name: 'Intro call',
        status: 'canceled',
        start_time: '2027-01-13T08:00:00.000000Z',
        end_time: '2027-01-13T08:25:00.000000Z',
        event_type: intro,
        location: { type: 'physical', location: '1 Main Street' },
        event_memberships: [{ user: user('U1') }],
        cancellation: { canceled_by: 'Lena Okafor', reason: 'Ill', canceler_type: 'invitee' },
      },
      {
        uri: event('FUTURE'),
        name: 'Sales team',
        status: 'active',
        start_time: '2027-01-12T09:00:00.000000Z',
        end_time: '2027-01-12T09:30:00.000000Z',
        event_type: `${calendly}/event_types/TEAM`,
        location: null,
        event_memberships: [{ user: user('U2') }],
      },
      {
        uri: event('NOBODY'),
        name: 'Without invitees',
        status: 'active',
        start_time: '2027-01-12T09:00:00.000000Z',
        end_time: '2027-01-12T09:30:00.000000Z',
        event_type: intro,
        event_memberships: [{ user: user('U1') }],
      },
    ],
  },
  ...['PAST', 'CANCELLED', 'FUTURE'].map((id) => ({
    collection: [
      {
        uri: `${event(id)}/invitees/I-${id}`,
        event: event(id),
        name: 'Lena Okafor',
        email: `lena.${id.toLowerCase()}@okafor.example`,
        status: id === 'CANCELLED' ? 'canceled' : 'active',
        timezone: 'America/New_York',
        created_at: '2026-04-01T10:00:00.000000Z',
        rescheduled: false,
        questions_and_answers: [{ question: 'What is it about?', answer: 'Prices', position: 0 }],
        no_show: id === 'PAST' ? { uri: `${calendly}/invitee_no_shows/N1` } : null,
        ...(id === 'CANCELLED' && {
          cancellation: {
            canceled_by: 'Lena Okafor',
            reason: 'Ill',
            canceler_type: 'invitee',
            created_at: '2026-04-02T10:00:00.000000Z',
          },
        }),
      },
    ],
  })),
  { collection: [{ uri: `${calendly}/routing_forms/R1`, name: 'Which team?' }] },
];

export const calcomFiles: readonly unknown[] = [
  {
    status: 'success',
    data: {
      id: 7,
      email: 'sam@fern.example',
      username: 'sam',
      name: 'Sam Rivera',
      timeZone: 'America/New_York',
    },
  },
  {
    status: 'success',
    data: [
      {
        id: 31,
        ownerId: 7,
        name: 'Office',
        timeZone: 'America/New_York',
        isDefault: false,
        availability: [
          { days: ['Monday', 'Tuesday'], startTime: '09:00', endTime: '12:00' },
          { days: ['Monday'], startTime: '13:00', endTime: '17:00' },
        ],
        overrides: [{ date: '2027-02-02', startTime: '10:00', endTime: '11:00' }],
      },
    ],
  },
  {
    status: 'success',
    data: [
      {
        id: 40,
        ownerId: 7,
        title: 'Workshop',
        slug: 'workshop',
        description: '',
        lengthInMinutes: 60,
        scheduleId: 31,
        hidden: false,
        minimumBookingNotice: 120,
        beforeEventBuffer: 10,
        afterEventBuffer: 5,
        slotInterval: 30,
        seats: { seatsPerTimeSlot: 8, showAttendeeInfo: false },
        recurrence: null,
        locations: [{ type: 'integration', integration: 'cal-video' }],
        bookingFields: [
          { isDefault: true, type: 'email', slug: 'email', label: 'Email', required: true },
          {
            isDefault: false,
            type: 'radio',
            slug: 'diet',
            label: 'Diet',
            required: true,
            options: ['All', 'Vegan'],
          },
        ],
      },
    ],
  },
  {
    status: 'success',
    data: [
      {
        id: 900,
        uid: 'booking-uid-1',
        title: 'Workshop between Sam Rivera and Ines Okafor',
        status: 'accepted',
        hosts: [
          {
            id: 7,
            name: 'Sam Rivera',
            email: 'sam@fern.example',
            username: 'sam',
            timeZone: 'America/New_York',
          },
        ],
        start: '2027-03-01T15:00:00.000Z',
        end: '2027-03-01T16:00:00.000Z',
        duration: 60,
        eventTypeId: 40,
        eventType: { id: 40, slug: 'workshop' },
        meetingUrl: 'https://video.example/abc',
        location: 'https://video.example/abc',
        absentHost: false,
        createdAt: '2027-01-01T10:00:00.000Z',
        attendees: [
          {
            name: 'Ines Okafor',
            email: 'ines@okafor.example',
            timeZone: 'Europe/Lisbon',
            language: 'en',
            absent: false,
          },
          {
            name: 'Ola Berg',
            email: 'ola@berg.example',
            timeZone: 'Europe/Oslo',
            language: 'en',
            absent: false,
          },
        ],
        bookingFieldsResponses: { name: 'Ines Okafor', email: 'ines@okafor.example', diet: 'Vegan' },
      },
      {
        id: 901,
        uid: 'booking-uid-2',
        title: 'Waits',
        status: 'pending',
        hosts: [{ email: 'sam@fern.example' }],
        start: '2027-03-02T15:00:00.000Z',
        end: '2027-03-02T16:00:00.000Z',
        attendees: [{ name: 'A', email: 'a@b.example', timeZone: 'UTC' }],
      },
    ],
    pagination: { totalItems: 2 },
  },
];

export const calendarFile = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Example//EN',
  'BEGIN:VEVENT',
  'UID:one@calendar.example',
  'DTSTAMP:20270101T000000Z',
  'DTSTART;TZID=Europe/Berlin:20270118T100000',
  'DTEND;TZID=Europe/Berlin:20270118T103000',
  'SUMMARY:Review',
  'LOCATION:Room 4',
  'ORGANIZER;CN=Mara:mailto:mara@juniper.example',
  'ATTENDEE;CN=Kim Berg:mailto:kim@berg.example',
  'ATTENDEE;CN=Mara:mailto:mara@juniper.example',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:series@calendar.example',
  'DTSTAMP:20270101T000000Z',
  'DTSTART:20270201T090000Z',
  'DTEND:20270201T093000Z',
  'RRULE:FREQ=WEEKLY;COUNT=3',
  'SUMMARY:Weekly',
  'ATTENDEE:mailto:kim@berg.example',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:alone@calendar.example',
  'DTSTAMP:20270101T000000Z',
  'DTSTART;VALUE=DATE:20270119',
  'SUMMARY:Day off',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

export const contactsFile = [
  'Name,E-mail,Phone,Shoe size',
  'Kim Berg,Kim@berg.example,+49 30 901820,44',
  'No Address,,,',
  'Bad,not-an-address,,',
].join('\n');

export const eventsCsv = [
  'User Name,User Email,Invitee Name,Invitee Email,Invitee Time Zone,Guest Email(s),Event Type Name,Start Date & Time,End Date & Time,Canceled,Question 1,Response 1,Event UUID',
  'Mara,mara@juniper.example,Ada Ito,ada@ito.example,Asia/Tokyo,,Old call,2026-03-03 02:30 PM,2026-03-03 03:00 PM,false,Why?,Because,EV-1',
  'Mara,mara@juniper.example,Ada Ito,ada@ito.example,Asia/Tokyo,,Old call,03/03/2026,03/03/2026,false,,,EV-2',
].join('\n');
