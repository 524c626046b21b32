import { expect, test } from 'vitest';
import { bookPage, fixedClock, createPage, getInviteePagePath } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { ownerToken } from '../../test/runtime.ts';
import { listMailsTo } from '../../test/mail.ts';
import { jpeg, png, webp } from './test-pictures.ts';

const app = useApp({ clock: fixedClock });

const send = async (path: string, payload: Buffer): Promise<string> => {
  const headers = { authorization: `Bearer ${ownerToken}`, 'content-type': 'image/png' };
  const { body } = await app.inject({ method: 'PUT', url: `/v2${path}`, payload, headers });
  return new URL(body.resource.avatarUrl ?? body.resource.logoUrl).pathname;
};
const open = async (url: string): Promise<string> =>
  (await app.inject({ url, headers: { accept: 'text/html' } })).body;

let avatar: string;
let ofTeam: string;
let logo: string;

test('without pictures: initials, our own icon, and our own preview at an absolute URL', async () => {
  const html = await open('/mara-lindqvist/intro-call');
  expect(html).toContain('<span class="faces" aria-hidden="true"><span>ML</span></span>');
  expect(html).not.toContain('<img');
  expect(html).toMatch(/<link rel="icon" href="\/assets\/icon-[0-9a-f]{12}\.svg">/);
  const preview = /property="og:image" content="http:\/\/localhost:4000(\/assets\/[^"]+)"/.exec(html)?.[1];
  const { headers } = await app.inject({ url: preview ?? '' });
  expect(headers['content-type']).toBe('image/png');
  expect((await app.inject({ url: '/favicon.ico' })).headers['location']).toMatch(/^\/assets\/icon-.*\.png$/);
});

test('with pictures: face, logo and icon on every page of the workspace, and on links to it', async () => {
  const users = (await app.get('/organizations/users')).body.collection as { uuid: string; slug: string }[];
  const mara = users.find(({ slug }) => slug === 'mara-lindqvist')?.uuid;
  const team = (await app.get('/teams')).body.collection[0].uuid;
  avatar = await send(`/organizations/users/${mara}/avatar`, png);
  ofTeam = await send(`/teams/${team}/avatar`, jpeg);
  logo = await send('/organization/logo', webp);

  const page = await open('/mara-lindqvist/intro-call');
  expect(page).toContain(`<img src="${avatar}" alt="" width="40" height="40">`);
  expect(page).toContain(`<img class="logo" src="${logo}" alt="">`);
  expect(page).toContain(`<link rel="icon" href="${logo}">`);
  expect(page).toContain(`<meta property="og:image" content="http://localhost:4000${avatar}">`);
  expect(await open('/team/discovery/discovery-call')).toContain(`<img src="${ofTeam}"`);
  const owner = await open('/mara-lindqvist');
  expect(owner).toContain(`<img src="${avatar}"`);
  expect(owner).toContain(`<img class="logo" src="${logo}" alt="Juniper Studio">`);
  expect(await open('/forms/juniper-start')).toContain(
    `<img class="logo" src="${logo}" alt="Juniper Studio">`,
  );
});

test('the workspace’s colour is that of pages without one of their own', async () => {
  await app.patch('/organization', { brandColor: 'b45309' });
  for (const path of ['/mara-lindqvist', '/forms/juniper-start']) {
    expect(await open(path)).toContain('--fill:#b45309');
  }
  expect(await open('/mara-lindqvist/intro-call')).toContain('--fill:#2563eb');
});

test('mail shows the logo, and the name where pictures are not loaded', async () => {
  const page = await createPage(app, { title: 'With a logo' });
  const { status, body } = await bookPage(app, page);
  expect(status).toBe(200);
  const own = await open(await getInviteePagePath(app, body.invitees[0].uuid));
  expect(own).toContain(`<img class="logo" src="${logo}" alt="Juniper Studio">`);
  const [message] = await listMailsTo(app, 'ines@okafor.example');
  expect(message?.html).toContain(`<img src="http://localhost:4000${logo}" alt="Juniper Studio"`);
});
