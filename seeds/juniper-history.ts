/**
 * Clients of Juniper Studio, and what happened with them in the 90 days before the first start. The server spreads their
 * meetings over the working days of that time.
 */
export const juniperHistory = {
  clients: [
    {
      name: 'Amara Diallo',
      email: 'amara@kora-textiles.example',
      timeZone: 'Africa/Dakar',
      topic: 'Labels for the winter collection',
    },
    {
      name: 'Jonas Weber',
      email: 'jonas@weber-brot.example',
      timeZone: 'Europe/Berlin',
      topic: 'Signs for two new bakeries',
    },
    {
      name: 'Grace Lim',
      email: 'grace@harborline.example',
      timeZone: 'Asia/Singapore',
      topic: 'An annual report that people read',
    },
    {
      name: 'Mateo Vargas',
      email: 'mateo@cumbre-outdoor.example',
      timeZone: 'America/Bogota',
      topic: 'Packaging without plastic',
    },
    {
      name: 'Elin Sørensen',
      email: 'elin@fjordlys.example',
      timeZone: 'Europe/Oslo',
      topic: 'Candle boxes for gift shops',
    },
    {
      name: 'Daniel Price',
      email: 'daniel@pricefield.example',
      timeZone: 'Europe/London',
      topic: 'A new name for the company',
    },
    {
      name: 'Yuki Mori',
      email: 'yuki@moriceramics.example',
      timeZone: 'Asia/Tokyo',
      topic: 'A catalog in two languages',
    },
    {
      name: 'Claire Fontaine',
      email: 'claire@atelier-fontaine.example',
      timeZone: 'Europe/Paris',
      topic: 'The shop window for spring',
    },
    {
      name: 'Samuel Adeyemi',
      email: 'samuel@lagos-print.example',
      timeZone: 'Africa/Lagos',
      topic: 'Printing partners in West Africa',
    },
    {
      name: 'Hannah Kruger',
      email: 'hannah@tafel-wines.example',
      timeZone: 'Africa/Johannesburg',
      topic: 'Wine labels, a series of six',
    },
    {
      name: 'Marco Bianchi',
      email: 'marco@bianchi-cycles.test',
      timeZone: 'Europe/Rome',
      topic: 'Decals for the 2027 frames',
    },
    {
      name: 'Olivia Brooks',
      email: 'olivia@brightwell.example',
      timeZone: 'America/New_York',
      topic: 'Wayfinding for a clinic',
    },
    {
      name: 'Ravi Menon',
      email: 'ravi@monsoon-spice.example',
      timeZone: 'Asia/Kolkata',
      topic: 'Spice tins for export',
    },
    {
      name: 'Freya Nilsson',
      email: 'freya@nordhem.example',
      timeZone: 'Europe/Stockholm',
      topic: 'Brand guidelines for ten shops',
    },
    {
      name: 'Lucas Martin',
      email: 'lucas@papeterie-martin.example',
      timeZone: 'Europe/Paris',
      topic: 'A calendar for loyal customers',
    },
    {
      name: 'Nadia Haddad',
      email: 'nadia@cedarhouse.example',
      timeZone: 'Asia/Beirut',
      topic: 'Menus and table cards',
    },
  ],
  /** Written after a meeting, by its host. */
  notes: [
    '<p>Budget is agreed. They decide <strong>before the end of the month</strong>.</p>',
    '<p>Liked the second draft most: fewer colors, larger type.</p>',
    '<p>Wants to see paper samples before the offer.</p>',
    '<p>Introduced us to their printer. Ask about lead times in spring.</p>',
    '<p>Two more people decide: the managing director and the head of sales.</p>',
    '<p>Happy with the delivery. Asked for a <strong>reference project</strong> to show around.</p>',
  ],
  cancellations: [
    'Something urgent came up. I’ll book another time.',
    'We moved the project to next quarter.',
    'My colleague will take this over and book again.',
  ],
  /** Events of the day of the first start, by the host's clock. */
  today: [
    { page: 'mara-lindqvist/intro-call', client: 3, at: '10:00' },
    { page: 'discovery/discovery-call', client: 11, at: '11:30' },
    { page: 'mara-lindqvist/consultation', client: 7, at: '14:00' },
    { page: 'mara-lindqvist/intro-call', client: 13, at: '16:30' },
  ],
  /** Bookings that visitors make, at the first free time from `at` on, by the host's clock; `inDays` are working days. */
  upcoming: [
    { page: 'mara-lindqvist/intro-call', client: 0, inDays: 1, at: '11:00' },
    { page: 'discovery/discovery-call', client: 5, inDays: 1, at: '13:30' },
    { page: 'mara-lindqvist/intro-call', client: 15, inDays: 1, at: '15:30' },
    { page: 'mara-lindqvist/consultation', client: 9, inDays: 2, at: '10:30' },
    { page: 'discovery/kick-off', client: 1, inDays: 3, at: '14:00' },
    { page: 'aiko-tanaka/open-studio', client: 6, inDays: 3, at: '09:00' },
    { page: 'aiko-tanaka/open-studio', client: 14, inDays: 3, at: '09:00' },
  ],
} as const;
