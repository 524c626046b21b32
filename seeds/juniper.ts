/**
 * Juniper Studio: the demo company of the first start, tests, docs and screenshots. Plain data without logic: the server
 * creates it through its own use cases.
 */
export const juniper = {
  name: 'Juniper Studio',
  timezone: 'Europe/Berlin',
  owner: {
    email: 'mara@juniper.example',
    firstName: 'Mara',
    lastName: 'Lindqvist',
    timezone: 'Europe/Berlin',
    language: 'en',
  },
  colleagues: [
    {
      email: 'tomas@juniper.example',
      firstName: 'Tomás',
      lastName: 'Rivera',
      timezone: 'America/New_York',
      language: 'es',
      role: 'admin',
    },
    {
      email: 'aiko@juniper.example',
      firstName: 'Aiko',
      lastName: 'Tanaka',
      timezone: 'Asia/Tokyo',
      language: 'en',
      role: 'user',
    },
  ],
  team: {
    title: 'Discovery',
    members: [
      { email: 'mara@juniper.example', role: 'manager' },
      { email: 'tomas@juniper.example', role: 'member' },
      { email: 'aiko@juniper.example', role: 'member' },
    ],
  },
  /** As PATCHes to /schedules/default. */
  hours: [
    { email: 'mara@juniper.example', special_hours: [{ inDays: 10, timesets: [] }] },
    {
      email: 'tomas@juniper.example',
      special_hours: [
        { inDays: 12, timesets: [] },
        { inDays: 13, timesets: [['12:00', '18:00']] },
      ],
    },
    {
      email: 'aiko@juniper.example',
      weekly_hours: [
        {
          day: 'Wed',
          timesets: [
            ['08:00', '12:00'],
            ['15:00', '20:00'],
          ],
        },
      ],
    },
  ],
  /** As a POST to /event-types. */
  pages: [
    {
      ownerSlug: 'mara-lindqvist',
      title: 'Intro call',
      slug: 'intro-call',
      duration: 30,
      description: '<p>Half an hour to see whether we fit. <strong>No preparation needed.</strong></p>',
      color: '2563eb',
      bufferAfter: 10,
      minimumNotice: 120,
      locations: [{ type: 'GOOGLE_MEET' }],
      inviteeQuestions: [
        { question: 'What would you like to talk about?', type: 'MULTILINE_INPUT', isRequired: true },
        {
          question: 'How did you hear of us?',
          type: 'SELECT_INPUT',
          options: ['A friend', 'Search', 'An event', 'Elsewhere'],
        },
      ],
    },
    {
      ownerSlug: 'mara-lindqvist',
      title: 'Consultation',
      slug: 'consultation',
      eventDurations: [{ minutes: 30 }, { minutes: 60, default: true }, { minutes: 90 }],
      description: '<p>Bring your drawings, on paper or on a screen.</p>',
      color: 'b45309',
      inviteePhoneNumber: true,
      price: '120.00',
      currency: 'EUR',
      bufferBefore: 5,
      bufferAfter: 15,
      minimumNotice: 1440,
      slotInterval: 30,
      dailyLimit: 4,
      locations: [
        {
          type: 'IN_PERSON',
          address: 'Weserstraße 12, 12047 Berlin',
          details: 'Second courtyard, ring twice.',
        },
        { type: 'PHONE_CALL' },
      ],
    },
    {
      ownerSlug: 'aiko-tanaka',
      title: 'Open studio',
      slug: 'open-studio',
      type: 'GROUP',
      duration: 60,
      maxActiveInvitees: 8,
      description: '<p>Come by, look around, ask anything. Eight seats.</p>',
      color: '059669',
      locations: [{ type: 'ZOOM', joinUrl: 'https://zoom.example/j/open-studio' }],
    },
    {
      ownerSlug: 'discovery',
      title: 'Discovery call',
      slug: 'discovery-call',
      type: 'ROUND_ROBIN',
      duration: 45,
      description: '<p>The first of us who is free takes the call.</p>',
      color: '7c3aed',
      minimumNotice: 60,
      bookingWindow: { type: 'rolling', days: 30 },
      hosts: [
        { email: 'mara@juniper.example', weight: 1, priority: 0, dailyLimit: 2 },
        { email: 'tomas@juniper.example', weight: 3, priority: 1 },
        { email: 'aiko@juniper.example', weight: 2, priority: 1 },
      ],
      locations: [{ type: 'GOOGLE_MEET' }],
      inviteeQuestions: [{ question: 'Which company are you with?', isRequired: true }],
    },
    {
      ownerSlug: 'discovery',
      title: 'Kick-off',
      slug: 'kick-off',
      type: 'COLLECTIVE',
      duration: 60,
      description: '<p>All of us at one table, once a project starts.</p>',
      color: 'dc2626',
      minimumNotice: 1440,
      hosts: [{ email: 'mara@juniper.example' }, { email: 'tomas@juniper.example' }],
      locations: [{ type: 'MICROSOFT_TEAMS' }],
    },
    {
      ownerSlug: 'tomas-rivera',
      title: 'Client hotline',
      slug: 'client-hotline',
      duration: 15,
      isSecret: true,
      bookingWindow: { type: 'unlimited' },
      locations: [{ type: 'PHONE_CALL', phone: '+1 212 555 0147' }],
    },
  ],
  /** As a POST to /agents. The simulator calls nobody. */
  agent: {
    name: 'Front desk',
    firstMessage: 'Hello, this is Juniper Studio. Is this a good moment?',
    prompt: 'You call people who asked for a quote. Offer a discovery call, and thank them for their time.',
    phoneNumber: '+493012345600',
    isPublished: true,
    isEnabled: true,
    callingHours: [
      { day: 'Mon', timesets: [['09:00', '18:00']] },
      { day: 'Tue', timesets: [['09:00', '18:00']] },
      { day: 'Wed', timesets: [['09:00', '18:00']] },
      { day: 'Thu', timesets: [['09:00', '18:00']] },
      { day: 'Fri', timesets: [['09:00', '18:00']] },
    ],
    provider: 'simulator',
  },
  /** As a POST to /links, for the page with this slug. */
  link: { pageSlug: 'discovery-call', kind: 'shared', name: 'Partners' },
  /** As a POST to /routing-forms, with pages by `owner/slug`. */
  form: {
    name: 'Find the right conversation',
    slug: 'juniper-start',
    headline: 'Four questions, and you are with the right person.',
    fields: [
      { inputId: 'name', question: 'Your name', type: 'TEXT_INPUT', isRequired: true },
      { inputId: 'email', question: 'Email', type: 'EMAIL_INPUT', isRequired: true },
      {
        inputId: 'project',
        question: 'What are you planning?',
        type: 'RADIO_INPUT',
        isRequired: true,
        options: ['A house', 'A shop', 'Something else'],
      },
      { inputId: 'people', question: 'How many people work on it?', type: 'NUMBER_INPUT' },
    ],
    routes: [
      {
        match: 'all',
        conditions: [
          { inputId: 'project', operator: 'equals', value: 'A shop' },
          { inputId: 'people', operator: 'gt', value: 5 },
        ],
        page: 'discovery/discovery-call',
      },
      {
        match: 'any',
        conditions: [{ inputId: 'project', operator: 'in', value: ['A house', 'A shop'] }],
        page: 'mara-lindqvist/intro-call',
      },
    ],
    fallback: { type: 'MESSAGE', headline: 'Thank you. We will write to you within two days.' },
  },
} as const;
