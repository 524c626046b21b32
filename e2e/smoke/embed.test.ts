import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPage } from '../../server/test/booking.ts';
import { eventsOn, ready, startHost, type HostSite } from '../host.ts';
import { useSite } from '../site.ts';

const site = useSite({ areFresh: true });
const { app } = site;
const owner = '/mara-lindqvist';
let daybook: string;
let host: HostSite;

beforeAll(async () => {
  daybook = site.url;
  host = await startHost(daybook);
});
afterAll(() => host.close());

test('the browser blocks a site that is not on the workspace’s list, and shows one that is', async () => {
  const { slug } = await createPage(app, { title: 'Listed' });
  host.setPage('/listed', `<div data-daybook-inline="${daybook}${owner}/${slug}"></div>`);
  await app.patch('/organization', { embedOrigins: ['https://juniper.example'] });
  const page = await site.open(`${host.url}/listed`);
  await expect.poll(() => site.blockedFrames.splice(0).join()).toContain('frame-ancestors');
  expect(await eventsOn(page, 'daybook:ready')).toEqual([]);
  await app.patch('/organization', { embedOrigins: [host.url] });
  await page.reload();
  await ready(page);
});
