/** The CRM of Juniper Studio, in addition to what its bookings create. Plain data, as bodies of the API. */
export const juniperCrm = {
  /** As PUTs to /crm/companies, by domain. */
  companies: [
    { name: 'Baobab Books', domain: 'baobab-books.example', employees: 14, location: 'Accra' },
    { name: 'Okafor & Daughters', domain: 'okafor.example', employees: 6, location: 'Lisbon' },
    { name: 'Vogt Optik', domain: 'vogt-optik.example', employees: 32, location: 'Berlin' },
    { name: 'Brandt Möbel', domain: 'brandt-moebel.example', employees: 58, location: 'Leipzig' },
    { name: 'Andina Coffee', domain: 'andina.example', employees: 120, location: 'Santiago' },
    { name: 'Lotus Tea', domain: 'lotus-tea.example', employees: 9, location: 'Pune' },
  ],
  /** As PUTs to /crm/people, by address; `company` is a domain. */
  people: [
    { emails: ['kofi@baobab-books.example'], jobTitle: 'Publisher', primaryLocation: 'Accra' },
    { emails: ['ines@okafor.example'], jobTitle: 'Owner', primaryLocation: 'Lisbon' },
    {
      firstName: 'Tunde',
      lastName: 'Okafor',
      emails: ['tunde@okafor.example'],
      jobTitle: 'Shop manager',
      phoneNumber: '+351 21 555 0123',
      company: 'okafor.example',
    },
    { emails: ['sofia@andina.example'], jobTitle: 'Head of brand', primaryLocation: 'Santiago' },
    { emails: ['otto@brandt-moebel.example'], jobTitle: 'Managing director' },
  ],
  object: { slug: 'deals', singularName: 'Deal', pluralName: 'Deals' },
  /** As POSTs to /crm/objects/deals/attributes. */
  attributes: [
    { label: 'Title', type: 'text', isRequired: true },
    {
      label: 'Stage',
      type: 'status',
      options: [
        { value: 'Lead', color: 'gray' },
        { value: 'Offer sent', color: 'sky' },
        { value: 'Won', color: 'green' },
        { value: 'Lost', color: 'red' },
      ],
    },
    { label: 'Amount', type: 'currency', currency: 'EUR' },
    {
      label: 'Kind',
      type: 'select',
      options: [
        { value: 'Catalogue', color: 'violet' },
        { value: 'Shop window', color: 'orange' },
        { value: 'Packaging', color: 'cyan' },
        { value: 'Identity', color: 'pink' },
      ],
    },
    { label: 'Closes on', type: 'date' },
    { label: 'Owner', type: 'user' },
    {
      label: 'Company',
      type: 'relation',
      relatedObjectSlug: 'companies',
      relationType: 'many_to_one',
      relatedObjectLabel: 'Deals',
    },
    {
      label: 'Contacts',
      type: 'relation',
      relatedObjectSlug: 'people',
      relationType: 'many_to_many',
      relatedObjectLabel: 'Deals',
    },
  ],
  primaryAttribute: 'title',
  /** As POSTs to /crm/deals; `company` is a domain, `contacts` and `owner` are addresses, `closes` is in days from now. */
  deals: [
    {
      values: { title: 'Spring catalog', stage: 'Offer sent', amount: 8400, kind: 'Catalogue' },
      closes: 21,
      owner: 'mara@juniper.example',
      company: 'baobab-books.example',
      contacts: ['kofi@baobab-books.example'],
    },
    {
      values: { title: 'Shop window for the new year', stage: 'Lead', amount: 2600, kind: 'Shop window' },
      closes: 40,
      owner: 'mara@juniper.example',
      company: 'okafor.example',
      contacts: ['ines@okafor.example', 'tunde@okafor.example'],
    },
    {
      values: { title: 'New coffee bags', stage: 'Won', amount: 12_750.5, kind: 'Packaging' },
      closes: -12,
      owner: 'tomas@juniper.example',
      company: 'andina.example',
      contacts: ['sofia@andina.example'],
    },
    {
      values: { title: 'Brand refresh', stage: 'Lost', amount: 18_000, kind: 'Identity' },
      closes: -30,
      owner: 'tomas@juniper.example',
      company: 'vogt-optik.example',
      contacts: ['lena@vogt-optik.example'],
    },
  ],
} as const;
