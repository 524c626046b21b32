/** What Juniper Studio works on: deals, tasks, notes, a poll, a workflow and a webhook. `inDays` are days from the first start. */
export const juniperWork = {
  /** As PUTs to /crm/companies, by domain. */
  companies: [
    { name: 'Kora Textiles', domain: 'kora-textiles.example', employees: 45, location: 'Dakar' },
    { name: 'Weber Brot', domain: 'weber-brot.example', employees: 80, location: 'Berlin' },
    { name: 'Harborline', domain: 'harborline.example', employees: 260, location: 'Singapore' },
    { name: 'Cumbre Outdoor', domain: 'cumbre-outdoor.example', employees: 34, location: 'Bogotá' },
    { name: 'Fjordlys', domain: 'fjordlys.example', employees: 12, location: 'Bergen' },
    { name: 'Pricefield', domain: 'pricefield.example', employees: 70, location: 'Leeds' },
    { name: 'Mori Ceramics', domain: 'moriceramics.example', employees: 18, location: 'Kyoto' },
    { name: 'Atelier Fontaine', domain: 'atelier-fontaine.example', employees: 9, location: 'Lyon' },
    { name: 'Tafel Wines', domain: 'tafel-wines.example', employees: 52, location: 'Stellenbosch' },
    { name: 'Bianchi Cycles', domain: 'bianchi-cycles.test', employees: 140, location: 'Treviso' },
    { name: 'Brightwell Clinics', domain: 'brightwell.example', employees: 410, location: 'Boston' },
    { name: 'Monsoon Spice', domain: 'monsoon-spice.example', employees: 65, location: 'Kochi' },
    { name: 'Nordhem', domain: 'nordhem.example', employees: 190, location: 'Malmö' },
  ],
  /** As PUTs to /crm/people, by address. */
  people: [
    { emails: ['amara@kora-textiles.example'], jobTitle: 'Founder' },
    { emails: ['jonas@weber-brot.example'], jobTitle: 'Head of retail', phoneNumber: '+1 646 555 0112' },
    { emails: ['grace@harborline.example'], jobTitle: 'Communications lead' },
    { emails: ['mateo@cumbre-outdoor.example'], jobTitle: 'Product manager' },
    { emails: ['elin@fjordlys.example'], jobTitle: 'Owner' },
    { emails: ['daniel@pricefield.example'], jobTitle: 'Chief executive' },
    { emails: ['yuki@moriceramics.example'], jobTitle: 'Sales manager' },
    { emails: ['claire@atelier-fontaine.example'], jobTitle: 'Creative director' },
    { emails: ['hannah@tafel-wines.example'], jobTitle: 'Brand manager' },
    { emails: ['marco@bianchi-cycles.test'], jobTitle: 'Design lead' },
    {
      emails: ['olivia@brightwell.example'],
      jobTitle: 'Operations director',
      phoneNumber: '+1 212 555 0182',
    },
    { emails: ['ravi@monsoon-spice.example'], jobTitle: 'Export manager' },
    { emails: ['freya@nordhem.example'], jobTitle: 'Marketing lead' },
  ],
  /** As in `juniperCrm.deals`. */
  deals: [
    {
      values: { title: 'Winter labels', stage: 'Lead', amount: 3200, kind: 'Packaging' },
      closes: 34,
      owner: 'mara@juniper.example',
      company: 'kora-textiles.example',
      contacts: ['amara@kora-textiles.example'],
    },
    {
      values: { title: 'Two bakery fronts', stage: 'Offer sent', amount: 9600, kind: 'Shop window' },
      closes: 12,
      owner: 'mara@juniper.example',
      company: 'weber-brot.example',
      contacts: ['jonas@weber-brot.example'],
    },
    {
      values: { title: 'Annual report 2026', stage: 'Offer sent', amount: 21_500, kind: 'Catalogue' },
      closes: 9,
      owner: 'tomas@juniper.example',
      company: 'harborline.example',
      contacts: ['grace@harborline.example'],
    },
    {
      values: { title: 'Plastic-free tent bags', stage: 'Lead', amount: 6800, kind: 'Packaging' },
      closes: 48,
      owner: 'tomas@juniper.example',
      company: 'cumbre-outdoor.example',
      contacts: ['mateo@cumbre-outdoor.example'],
    },
    {
      values: { title: 'Gift boxes for candles', stage: 'Won', amount: 4100, kind: 'Packaging' },
      closes: -8,
      owner: 'aiko@juniper.example',
      company: 'fjordlys.example',
      contacts: ['elin@fjordlys.example'],
    },
    {
      values: { title: 'New company name', stage: 'Lost', amount: 15_000, kind: 'Identity' },
      closes: -19,
      owner: 'mara@juniper.example',
      company: 'pricefield.example',
      contacts: ['daniel@pricefield.example'],
    },
    {
      values: { title: 'Catalog in two languages', stage: 'Won', amount: 11_200, kind: 'Catalogue' },
      closes: -25,
      owner: 'aiko@juniper.example',
      company: 'moriceramics.example',
      contacts: ['yuki@moriceramics.example'],
    },
    {
      values: { title: 'Spring window', stage: 'Offer sent', amount: 3900, kind: 'Shop window' },
      closes: 16,
      owner: 'mara@juniper.example',
      company: 'atelier-fontaine.example',
      contacts: ['claire@atelier-fontaine.example'],
    },
    {
      values: { title: 'Six wine labels', stage: 'Won', amount: 7450, kind: 'Packaging' },
      closes: -3,
      owner: 'mara@juniper.example',
      company: 'tafel-wines.example',
      contacts: ['hannah@tafel-wines.example'],
    },
    {
      values: { title: 'Frame decals 2027', stage: 'Lead', amount: 5300, kind: 'Identity' },
      closes: 55,
      owner: 'aiko@juniper.example',
      company: 'bianchi-cycles.test',
      contacts: ['marco@bianchi-cycles.test'],
    },
    {
      values: { title: 'Wayfinding, first clinic', stage: 'Lead', amount: 28_000, kind: 'Identity' },
      closes: 62,
      owner: 'tomas@juniper.example',
      company: 'brightwell.example',
      contacts: ['olivia@brightwell.example'],
    },
    {
      values: { title: 'Guidelines for ten shops', stage: 'Offer sent', amount: 16_400, kind: 'Identity' },
      closes: 23,
      owner: 'mara@juniper.example',
      company: 'nordhem.example',
      contacts: ['freya@nordhem.example'],
    },
  ],
  /** As a POST to /crm/deals/views. */
  view: { name: 'Pipeline', kind: 'board', isShared: true, groupBy: 'stage' },
  /** Notes on deals, by their title. */
  dealNotes: [
    {
      deal: 'Two bakery fronts',
      note: '<p>Jonas needs the offer in <strong>two parts</strong>, one for each bakery.</p>',
    },
    {
      deal: 'Annual report 2026',
      note: '<p>Grace asked for a page on carbon figures. Photos arrive next week.</p>',
    },
    {
      deal: 'Six wine labels',
      note: '<p>Won. Paper from the mill in Bergamo, embossed, 12,000 of each.</p>',
    },
  ],
  tasks: [
    {
      title: 'Send the revised offer to Jonas',
      inDays: -1,
      owner: 'mara@juniper.example',
      deal: 'Two bakery fronts',
    },
    {
      title: 'Prepare samples for Claire',
      note: 'Three papers, the uncoated one first.',
      inDays: 0,
      owner: 'mara@juniper.example',
      deal: 'Spring window',
    },
    {
      title: 'Call Freya about the shop list',
      inDays: 0,
      owner: 'mara@juniper.example',
      deal: 'Guidelines for ten shops',
    },
    { title: 'Book the photographer', inDays: 1, owner: 'tomas@juniper.example', deal: 'Annual report 2026' },
    { title: 'Ask the printer for a quote on tins', inDays: 2, owner: 'aiko@juniper.example' },
    {
      title: 'Write down what we learned from Pricefield',
      inDays: 4,
      owner: 'mara@juniper.example',
      deal: 'New company name',
    },
    { title: 'Invoice the wine labels', inDays: 6, owner: 'mara@juniper.example', deal: 'Six wine labels' },
    {
      title: 'Send the contract to Elin',
      inDays: -6,
      owner: 'aiko@juniper.example',
      deal: 'Gift boxes for candles',
      isDone: true,
    },
    { title: 'Order paper samples', inDays: -4, owner: 'mara@juniper.example', isDone: true },
  ],
  /** As a POST to /polls, for the page with this slug. `times` are working days from the first start, by the clock of the owner. */
  poll: {
    page: 'discovery/kick-off',
    title: 'Kick-off: six wine labels',
    description: 'An hour with everyone who decides. Pick every time that works for you.',
    times: [
      { inDays: 4, at: '10:00' },
      { inDays: 4, at: '15:00' },
      { inDays: 5, at: '11:00' },
      { inDays: 6, at: '16:00' },
    ],
    votes: [
      {
        name: 'Hannah Kruger',
        email: 'hannah@tafel-wines.example',
        timeZone: 'Africa/Johannesburg',
        answers: ['yes', 'no', 'yes', 'if_needed'],
      },
      {
        name: 'Pieter Botha',
        email: 'pieter@tafel-wines.example',
        timeZone: 'Africa/Johannesburg',
        answers: ['no', 'yes', 'yes', 'yes'],
      },
      {
        name: 'Lerato Nkosi',
        email: 'lerato@tafel-wines.example',
        timeZone: 'Africa/Johannesburg',
        answers: ['if_needed', 'no', 'yes', 'no'],
      },
    ],
  },
  /** As a POST to /workflows. */
  workflow: {
    name: 'Prepare every meeting',
    isActive: true,
    trigger: { on: 'booked' },
    conditions: [],
    steps: [
      { kind: 'task', title: 'Prepare {{event.title}} with {{person.name}}', dueDays: 1, owner: 'host' },
      {
        kind: 'mail',
        to: 'person',
        isTransactional: true,
        texts: {
          en: {
            subject: 'Before we meet',
            body: 'Hello {{person.firstName}},\n\nthank you for booking {{event.title}}. If you have drawings or photos, reply to this email and attach them. We look at them before we meet.\n\nJuniper Studio',
          },
        },
      },
    ],
  },
  /** As a POST to /webhooks. Nobody answers there: names that end in .invalid never exist. */
  webhook: {
    name: 'Accounting',
    description: 'Creates a draft invoice for each booking.',
    callbackUrl: 'https://accounting.juniper.invalid/hooks/daybook',
    scope: 'organization',
    events: ['invitee.scheduled', 'invitee.cancelled', 'ai_agent.call_completed'],
  },
} as const;
