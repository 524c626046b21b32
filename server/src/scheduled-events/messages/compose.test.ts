import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { bookPage, fixedClock, createPage } from '../../../test/booking.ts';
import { useApp } from '../../../test/harness.ts';
import { buildIcs, type Content } from '../../mail/public.ts';

const app = useApp({ clock: fixedClock });

const host = 'mara@juniper.example';
const invitee = 'ines@okafor.example';

/** The mail of a booking, by recipient. */
async function mailOf(page: { slug: string }, fields: object): Promise<Record<string, Content>> {
  const { status, body } = await bookPage(app, page, fields);
  expect(body.message ?? status).toBe(200);
  const { rows } = await app.runtime.database.pool.query(
    'select to_email, content_sealed from mail_message where event_id = $1',
    [body.uuid],
  );
  return Object.fromEntries(
    rows.map((row) => [row.to_email, JSON.parse(app.runtime.secrets.unseal(row.content_sealed)) as Content]),
  );
}

const event = (content: Content | undefined) => {
  if (!content?.invitation) throw new Error('No invitation');
  const calendar = new ICAL.Component(ICAL.parse(buildIcs(content.invitation, 'no-reply@juniper.example')));
  const found = calendar.getFirstSubcomponent('vevent');
  return (name: string) => String(found?.getFirstPropertyValue(name) ?? '');
};

test('a call: the invitee reads who calls which number, and the host can call and write', async () => {
  const page = await createPage(app, { title: 'Call', locations: [{ type: 'PHONE_CALL' }] });
  const call = {
    location: 'PHONE_CALL',
    locationOptions: { callType: 'I_WILL_CALL' },
    phone: '+436601234567',
  };
  const mail = await mailOf(page, { ...call, language: 'de', date: '2027-01-13' });
  expect(mail[invitee]?.text).toContain('Wo: Telefonat\nMara Lindqvist ruft Sie unter +436601234567 an.\n');
  const actions = mail[host]?.text ?? '';
  expect(actions).toContain('tel:+436601234567');
  expect(actions).toContain(`mailto:${invitee}`);
});

test('an online meeting without a link: the host will send it; with one: a button', async () => {
  const later = await createPage(app, { title: 'Later', locations: [{ type: 'ZOOM' }] });
  const mail = await mailOf(later, { location: 'ZOOM', date: '2027-01-14' });
  expect(mail[invitee]?.text).toContain('Where: Zoom\nMara Lindqvist will send you the link.\n');
  expect(mail[host]?.text).toContain('Where: Zoom\nNo link yet. Add one, and invitees get it by email.\n');
  expect(mail[host]?.text).toMatch(/Add link:\n\S+\/app\/events\//);
  const joinUrl = 'https://meet.example/room';
  const now = await createPage(app, { title: 'Now', locations: [{ type: 'ZOOM', joinUrl }] });
  const other = await mailOf(now, { location: 'ZOOM', date: '2027-01-15' });
  expect(other[invitee]?.text).toContain(`Join:\n${joinUrl}`);
  expect(other[invitee]?.text).not.toContain('will send');
  expect(other[host]?.text).not.toContain('No link yet');
});

test('seats and price are named, the price as the page wrote it', async () => {
  const page = await createPage(app, {
    title: 'Class',
    type: 'GROUP',
    maxActiveInvitees: 5,
    price: '1249.00',
    currency: 'EUR',
  });
  const mail = await mailOf(page, { seats: 3, language: 'de-DE', date: '2027-01-18' });
  expect(mail[invitee]?.text).toContain('Plätze: 3\nPreis: 1.249,00\u00A0€\n');
  expect(mail[host]?.text).toContain('Seats: 3\nPrice: €1,249.00\n');
});

test.each([
  ['en-US', '10:00 am–10:30 am'],
  ['en-US-u-hc-h23', '10:00–10:30'],
  ['en-GB', '10:00–10:30'],
  ['de-DE-u-hc-h12', '10:00 am–10:30 am'],
])('%s reads %s', async (language, time) => {
  const page = await createPage(app, { title: `Clock ${language}` });
  const day = { 'en-US': 19, 'en-US-u-hc-h23': 20, 'en-GB': 21, 'de-DE-u-hc-h12': 22 }[language];
  const mail = await mailOf(page, { language, date: `2027-01-${day}` });
  expect(mail[invitee]?.text).toContain(`, ${time}\n`);
});

test('a host reads who is coming in the subject and in the calendar, in a group only in the subject', async () => {
  const page = await createPage(app, { title: 'Intro' });
  const mail = await mailOf(page, { date: '2027-01-25' });
  expect(mail[host]?.subject).toMatch(/^Booked: Intro with Ines Okafor, /);
  expect(event(mail[host])('summary')).toBe('Intro with Ines Okafor');
  expect(mail[invitee]?.subject).toMatch(/^Booked: Intro, /);
  expect(event(mail[invitee])('summary')).toBe('Intro');
  const group = await createPage(app, { title: 'Group', type: 'GROUP', maxActiveInvitees: 5 });
  expect(event((await mailOf(group, { date: '2027-01-26' }))[host])('summary')).toBe('Group');
});

test('guests read who invited them, and get no key', async () => {
  const page = await createPage(app, { title: 'Guests' });
  const guest = 'lena@okafor.example';
  const mail = await mailOf(page, { guests: [guest], date: '2027-01-27' });
  expect(mail[guest]?.text).toContain('Ines Okafor invited you to an event.');
  expect(mail[guest]?.text).toContain('Invited by: Ines Okafor');
  expect(JSON.stringify(mail[guest])).not.toContain('key=');
});

test('the invitee’s calendar leads to their own page, a host’s to the event in the dashboard, a guest’s nowhere', async () => {
  const page = await createPage(app, { title: 'Own' });
  const guest = 'lena@okafor.example';
  const mail = await mailOf(page, { date: '2027-01-28', guests: [guest] });
  const own = /http\S+\/bookings\/\S+key=\w+/.exec(mail[invitee]?.text ?? '')?.[0];
  expect(event(mail[invitee])('url')).toBe(own);
  expect(event(mail[invitee])('description')).toContain(`Reschedule or cancel: ${own}`);
  const seen = /View, reschedule or cancel:\n(http\S+\/app\/events\/\S+)/.exec(mail[host]?.text ?? '')?.[1];
  expect(event(mail[host])('url')).toBe(seen);
  expect(mail[host]?.html).toContain(`href="${seen}"`);
  expect(event(mail[guest])('url')).toBe('');
  expect(JSON.stringify(mail[guest])).not.toContain('/app/');
});

test('mail has a dark mode', async () => {
  const page = await createPage(app, { title: 'Dark' });
  const { [invitee]: content } = await mailOf(page, { date: '2027-01-29' });
  expect(content?.html).toContain('<meta name="color-scheme" content="light dark">');
  expect(content?.html).toContain('@media(prefers-color-scheme:dark)');
});

test('what an invitee typed is no link and no markup to anyone, in mail, subject and calendar', async () => {
  const page = await createPage(app, {
    title: 'Neutral',
    locations: [{ type: 'IN_PERSON', details: 'Map: https://maps.juniper.example/x' }],
    inviteeQuestions: [{ question: 'What is it about?' }],
  });
  const { body: settings } = await app.get(`/event-types/${page.uuid}`);
  const mail = await mailOf(page, {
    date: '2027-02-02',
    name: 'Win <b>now</b> https://evil.com',
    guests: ['lena@okafor.example'],
    location: 'IN_PERSON',
    locationOptions: { address: 'evil.com/map', details: 'Map: https://maps.juniper.example/x' },
    question_answers: [
      {
        question_id: settings.resource.inviteeQuestions[0].id,
        answer: 'See www.evil.com\n<a href="x">y</a>',
      },
    ],
  });
  expect(Object.keys(mail).sort()).toEqual([invitee, 'lena@okafor.example', host].sort());
  for (const content of Object.values(mail)) {
    const calendar = buildIcs(content.invitation as never, 'no-reply@juniper.example').replaceAll(
      '\r\n ',
      '',
    );
    const { subject, text, html, to, replyTo } = content;
    for (const shown of [subject, text, html, calendar, to.name, replyTo?.name ?? '']) {
      expect(shown).not.toMatch(/evil\.com|https:\/\/evil/);
    }
    expect(html).not.toMatch(/<b>now|href="x"/);
    expect(text).toContain('evil[.]com/map');
    // What the host wrote stays a link.
    expect(text).toContain('https://maps.juniper.example/x');
  }
  expect(mail[host]?.subject).toContain('https[:]//evil[.]com');
  expect(mail[host]?.text).toContain('See www[.]evil[.]com');
});
