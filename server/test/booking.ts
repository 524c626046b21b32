import type { Answer, TestApp } from './harness.ts';

/** A Monday morning in winter, far from clock changes; the demo company's hosts work Mon-Fri 09:00-17:00 in their zones. */
export const monday = new Date('2027-01-11T06:00:00Z');

export const fixedClock = { now: () => monday };

/** A page of Mara's (Europe/Berlin), 30 minutes, without extras. */
export async function createPage(app: TestApp, fields: object = {}): Promise<{ uuid: string; slug: string }> {
  const { status, body } = await app.post('/event-types', { title: 'Test page', duration: 30, ...fields });
  if (status !== 201) throw new Error(`No page: ${JSON.stringify(body)}`);
  return body.resource;
}

interface Page {
  readonly slug: string;
}

export const mara = 'mara-lindqvist';

/** Free times of a page on one date, in Berlin's time unless another zone is given. */
export async function listFreeTimes(
  app: TestApp,
  page: Page,
  date: string,
  query = '',
  owner = mara,
): Promise<string[]> {
  const window = `startDate=${date}&endDate=${date}&timeZone=Europe/Berlin`;
  const { status, body } = await app.get(
    `/availability/${owner}/event-types/${page.slug}?${window}&${query}`,
  );
  if (status !== 200) throw new Error(`No availability: ${JSON.stringify(body)}`);
  return body.availability[0].slots;
}

export function buildBooking(page: Page, fields: object = {}) {
  return {
    ownerSlug: mara,
    eventTypeSlug: page.slug,
    date: '2027-01-12',
    start: '10:00',
    timeZone: 'Europe/Berlin',
    name: 'Ines Okafor',
    email: 'ines@okafor.example',
    ...fields,
  };
}

export function bookPage(app: TestApp, page: Page, fields: object = {}): Promise<Answer> {
  return app.post('/event', buildBooking(page, fields));
}

/** The path of an invitee's own page, whose key only their mail has. */
export async function getInviteePagePath(app: TestApp, inviteeId: string): Promise<string> {
  const { database, secrets } = app.runtime;
  const { rows } = await database.pool.query('select key_sealed from invitee where id = $1', [inviteeId]);
  return `/bookings/${inviteeId}?key=${secrets.unseal(rows[0].key_sealed)}`;
}
