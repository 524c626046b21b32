import ICAL from 'ical.js';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';

const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
const app = useApp({ clock: fixedClock, log });

async function makeFeed(options = {}): Promise<string> {
  const { status, body } = await app.post('/calendar-feed', undefined, options);
  expect(status, JSON.stringify(body)).toBe(201);
  return new URL(body.url).pathname;
}

const read = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

const entriesIn = (text: string): { summary: string; start: string }[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((entry) => {
    const { summary, startDate } = new ICAL.Event(entry);
    return { summary, start: startDate.toJSDate().toISOString() };
  });

describe('the calendar feed', () => {
  test('200: has the host’s confirmed events, moved and cancelled as they are', async () => {
    const path = await makeFeed();
    const page = await createPage(app, { title: 'Review, plans; more' });
    const { body: event } = await bookPage(app, page);
    const { status, body, headers } = await read(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(body).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT15M');
    expect(body).toContain(`UID:${event.uuid}@daybook`);
    expect(body).not.toContain('ines@okafor.example');
    const summary = 'Review, plans; more: Ines Okafor';
    expect(entriesIn(body)).toContainEqual({ summary, start: '2027-01-12T09:00:00.000Z' });
    const move = { date: '2027-01-13', start: '11:00', timeZone: 'Europe/Berlin' };
    await app.put(`/scheduled-events/${event.uuid}/reschedule`, move);
    expect(entriesIn((await read(path)).body)).toContainEqual({ summary, start: '2027-01-13T10:00:00.000Z' });
    await app.put(`/scheduled-events/${event.uuid}/cancel`, {});
    expect((await read(path)).body).not.toContain(event.uuid);
  });

  test('304: while nothing changed, and 200 with another ETag when something did', async () => {
    const path = await makeFeed();
    const page = await createPage(app);
    const first = await read(path);
    const etag = String(first.headers['etag']);
    const again = await read(path, { 'if-none-match': etag });
    expect({ status: again.status, body: again.body ?? '' }).toMatchObject({ status: 304 });
    await bookPage(app, page, { start: '12:00' });
    const changed = await read(path, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).not.toBe(etag);
  });

  test('404: the address before ends at once with a new one, and the last one when it is deleted', async () => {
    const [before, after] = [await makeFeed(), await makeFeed()];
    expect((await read(before)).status).toBe(404);
    expect((await read(after)).status).toBe(200);
    expect((await app.get('/calendar-feed')).body.resource).toMatchObject({ isActive: true });
    expect((await app.delete('/calendar-feed')).status).toBe(200);
    expect((await read(after)).status).toBe(404);
    expect((await app.get('/calendar-feed')).body.resource).toEqual({ isActive: false, createdAt: null });
    expect((await read('/public/calendars/nothing.ics')).status).toBe(404);
  });

  test('404: of a host who was deactivated; others’ events are not in it', async () => {
    const page = await createPage(app, { title: 'Private to Mara' });
    await bookPage(app, page, { start: '13:00' });
    const fields = { email: 'rosa@juniper.example', firstName: 'Rosa', lastName: 'Lund' };
    const { body } = await app.post('/organizations/users', fields);
    const path = await makeFeed({ token: await app.tokenOf(fields.email, ['events:write']) });
    const feed = await read(path);
    expect(feed.status).toBe(200);
    expect(feed.body).not.toContain('Private to Mara');
    await app.delete(`/organizations/users/${body.resource.uuid}`);
    expect((await read(path)).status).toBe(404);
    await app.patch(`/organizations/users/${body.resource.uuid}`, { isActive: true });
    expect((await read(path)).status).toBe(404);
  });

  test('the address is stored as a hash, and in no log', async () => {
    const path = await makeFeed();
    await read(path);
    const token = path.split('/').at(-1)?.replace('.ics', '') ?? '';
    const { rows } = await app.runtime.database.pool.query(
      `select coalesce(string_agg(f::text, ''), '') || (select coalesce(string_agg(t::text, ''), '') from calendar_feed_token t)
         || (select coalesce(string_agg(a::text, ''), '') from audit_entry a) as text from calendar_feed f`,
    );
    expect(rows[0].text).not.toContain(token);
    expect(lines.join('')).not.toContain(token);
  });
});
