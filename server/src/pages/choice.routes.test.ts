import { expect, test } from 'vitest';
import { bookPage, fixedClock, createPage, mara, getInviteePagePath } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';

/** What a URL or a form says has to be what happens. */

const app = useApp({ clock: fixedClock });

const show = async (url: string) =>
  String((await app.inject({ url, headers: { accept: 'text/html' } })).body);
const isPickerHidden = (html: string) => /<section id="pick" hidden/.test(html);

test('200: a link with a zone or duration that there is not shows the picker, with a sentence', async () => {
  const { slug } = await createPage(app, {
    title: 'Choice',
    eventDurations: [{ minutes: 30 }, { minutes: 60 }],
  });
  const url = `/${mara}/${slug}?date=2027-01-12&time=10:00`;
  for (const right of ['', '&zone=Europe/Berlin', '&zone=Europe/Berlin&duration=60', '&duration=']) {
    const html = await show(url + right);
    expect(isPickerHidden(html), right).toBe(true);
    expect(html, right).not.toContain('in this link');
  }
  const wrong = { '&zone=Mars/X': 'time zone', '&zone=Europe/Berlin&duration=45': 'duration' };
  for (const [query, text] of Object.entries(wrong)) {
    const html = await show(url + query);
    expect(isPickerHidden(html), query).toBe(false);
    expect(html, query).toContain(`The ${text} in this link`);
    expect(html, query).not.toMatch(/duration=45[^"]*time=/);
  }
});

test('303: only the form for it cancels a booking', async () => {
  const { body } = await bookPage(app, await createPage(app, { title: 'Own form' }));
  const id = (await app.get(`/scheduled-events/${body.uuid}`)).body.resource.invitees[0].uuid;
  const own = await getInviteePagePath(app, id);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const send = async (url: string, payload: string) =>
    (await app.inject({ method: 'POST', url, headers, payload })).status;
  const status = async () => (await app.get(`/scheduled-events/${body.uuid}`)).body.resource.status;
  for (const payload of ['', 'reason=x', 'cancel=0']) expect(await send(own, payload)).toBe(303);
  expect(await status()).toBe('confirmed');
  expect(await show(`${own}&cancel=1`)).toMatch(/<form method="post" action="[^"]*cancel=1"/);
  expect(await send(`${own}&cancel=1`, 'reason=x')).toBe(303);
  expect(await status()).toBe('cancelled');
});
