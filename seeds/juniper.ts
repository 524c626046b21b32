/**
 * Juniper Studio: one small believable company, used by the first start, tests, docs and screenshots. Plain data, no
 * logic: the server creates it through its own use cases. It grows with the product.
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
} as const;
