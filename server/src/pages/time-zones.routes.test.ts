import { getSpans } from '@daybook/booking/zones';
import { getOffset } from '@daybook/engine/zones';
import { expect, test } from 'vitest';
import { fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { getZone } from '../platform/zones.ts';

const app = useApp({ clock: fixedClock });
const read = (query = '', headers: Record<string, string> = {}) =>
  app.inject({ url: `/v2/time-zones${query}`, headers });

test('200: the rules of every zone between two dates, also past ones, to anyone', async () => {
  const { status, body } = await read('?from=2019-01-01&to=2021-12-31');
  expect(status).toBe(200);
  const table = body.resource;
  expect(table).toMatchObject({
    startTime: '2019-01-01T00:00:00.000000Z',
    endTime: '2022-01-01T00:00:00.000000Z',
    from: Date.UTC(2019, 0, 1) / 60_000,
  });
  for (const name of ['Europe/Berlin', 'America/New_York', 'Africa/Casablanca', 'Asia/Kathmandu', 'UTC']) {
    const spans = getSpans(table, table.names.indexOf(name));
    for (let day = Date.UTC(2019, 0, 1); day < Date.UTC(2022, 0, 1); day += 12 * 3_600_000) {
      const minute = day / 60_000;
      const offset = spans.findLast(([from]) => from <= minute)?.[1];
      expect(offset, `${name} ${new Date(day).toISOString()}`).toBe(getOffset(getZone(name), minute));
    }
  }
});

test('200: by default a year back and two ahead; cached for a day', async () => {
  const { body, headers } = await read();
  expect(body.resource.startTime).toBe('2025-12-07T00:00:00.000000Z');
  expect(body.resource.endTime).toBe('2029-02-20T00:00:00.000000Z');
  expect(headers['cache-control']).toBe('public, max-age=86400');
  expect(headers.etag).toMatch(/^"[\w-]{22}"$/);
});

test('304: to clients that have it already; another range is another one', async () => {
  const etag = String((await read()).headers.etag);
  const again = await read('', { 'if-none-match': `W/${etag}` });
  expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag]);
  expect((await read('?from=2020-01-01', { 'if-none-match': etag })).status).toBe(200);
});

test.each([
  ['?from=2019-01-01&to=2030-01-01', 'to'],
  ['?from=2027-01-02&to=2027-01-01', 'to'],
  ['?from=never', 'from'],
])('422: %s', async (query, field) => {
  const { status, body } = await read(query);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('200: a page whose zone is locked shows its times in it, whatever a visitor chose, and offers no other', async () => {
  const { slug, uuid } = await createPage(app, { lockedTimezone: 'Asia/Tokyo' });
  const url = `/mara-lindqvist/${slug}?month=2027-01&zone=America/New_York`;
  const locked = await app.app.inject({ url, cookies: { daybook_zone: 'Europe/Lisbon' } });
  expect(locked.body).toContain('Tokyo');
  expect(locked.body).not.toContain('zones=1');
  expect((await app.app.inject({ url: `${url}&zones=1` })).body).not.toContain('Abidjan');
  await app.patch(`/event-types/${uuid}`, { lockedTimezone: null });
  const free = await app.app.inject({ url });
  expect(free.body).toContain('New York');
  expect(free.body).toContain('zones=1');
  const wrong = await app.patch(`/event-types/${uuid}`, { lockedTimezone: 'Mars/Olympus' });
  expect(Object.keys(wrong.body.errors)).toEqual(['lockedTimezone']);
});
