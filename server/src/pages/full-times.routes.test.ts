import { expect, test } from 'vitest';
import { createPage, mara } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';

const clock = { now: () => new Date('2027-10-25T06:00:00Z') };
const app = useApp({ clock });

test('200: two full times that a clock shows alike have a link each, whose form waits for its own', async () => {
  const allDay = ['Sat', 'Sun'].map((day) => ({ day, timesets: [['00:00', '24:00']] }));
  await app.patch('/schedules/default', { email: 'mara@juniper.example', weekly_hours: allDay });
  const page = await createPage(app, { title: 'Night', type: 'GROUP', maxActiveInvitees: 1, waitlist: true });
  const when = { date: '2027-10-31', start: '02:30', timeZone: 'Europe/Berlin' };
  const who = { name: 'Ines Okafor', email: 'ines@okafor.example' };
  const [first, second] = ['+02:00', '+01:00'];
  const ids = [];
  for (const offset of [first, second]) {
    const booking = { ownerSlug: mara, eventTypeSlug: page.slug, ...when, offset, ...who };
    const { status, body } = await app.post('/event', booking);
    expect(status, JSON.stringify(body)).toBe(200);
    ids.push(body.uuid);
  }

  const html = async (url: string): Promise<string> =>
    (await app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })).body as string;
  const shown = await html(`/${mara}/${page.slug}?zone=Europe/Berlin`);
  const links = [...shown.matchAll(/href="([^"]*waitlist=1[^"]*)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  );
  expect(links.map((link) => new URLSearchParams(link.split('?')[1]).get('offset'))).toEqual([first, second]);
  expect(shown).toContain('(UTC+1)');

  for (const [index, link] of links.entries()) {
    const form = await html(link);
    const offset = /name="offset" value="([^"]*)"/.exec(form)?.[1];
    expect(offset).toBe([first, second][index]);
    const email = `waits${index}@okafor.example`;
    const joined = await app.post(`/public/pages/${mara}/${page.slug}/bookings`, {
      ...{ ...when, offset, name: 'Kit', email, waitlist: true },
    });
    expect(joined.status, JSON.stringify(joined.body)).toBe(202);
    const waiting = await app.get(`/scheduled-events/${ids[index]}/waitlist`);
    expect(waiting.body.collection.map((entry: { email: string }) => entry.email)).toEqual([email]);
  }
});
