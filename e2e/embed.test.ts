import type { Frame, FrameLocator, Page } from 'playwright-core';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bookPage, createPage } from '../server/test/booking.ts';
import { eventsOn, ready, startHost, type HostEvent, type HostSite } from './host.ts';
import { phone, useSite, listViolations, listViolationsWithFrames, watchShifts } from './site.ts';

/** 19: pages embedded in another site, with another origin and a strict policy of its own. */

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

/** Equal if the frame neither cuts its content off nor scrolls. */
async function heights(page: Page, frame: FrameLocator): Promise<{ frame: number; content: number }> {
  const box = await page.locator('iframe').boundingBox();
  const content = await frame.locator('body').evaluate((body) => body.getBoundingClientRect().height);
  return { frame: Math.round(box?.height ?? 0), content: Math.ceil(content) };
}

describe('inline', () => {
  test('a whole booking inside the frame: the height follows, nothing jumps, the host page gets one event', async () => {
    const fresh = await createPage(app, { title: 'Framed', inviteeQuestions: [{ question: 'Colour?' }] });
    const query = 'name=Kofi+Mensah&email=kofi@baobab.example&a1=Blue&utm_source=site';
    host.setPage(
      '/inline',
      `<div id="here" data-daybook-inline="${daybook}${owner}/${fresh.slug}?${query}" data-daybook-title="Book a call"></div>
       <p>What stands below.</p><button id="forge">Forge</button>`,
    );
    const page = await site.open('about:blank');
    const shifted = await watchShifts(page);
    await page.goto(`${host.url}/inline`);
    const frame = page.frameLocator('iframe[title="Book a call"]');
    await ready(page);
    await frame.getByRole('grid').waitFor();
    await expectHeight(page, frame);
    expect(await listViolationsWithFrames(page)).toEqual([]);

    await frame.getByRole('link', { name: /^Tuesday, 12 January 2027/ }).click();
    await frame.getByRole('link', { name: '10:30', exact: true }).click();
    await frame.getByRole('heading', { name: /10:30/ }).waitFor();
    expect(await frame.getByLabel('Your name').inputValue()).toBe('Kofi Mensah');
    await expectHeight(page, frame);

    // Forged messages: from the host page itself; from the frame's window with another origin; with our origin from another window.
    await page.getByRole('button', { name: 'Forge' }).click();
    await page.evaluate((origin) => {
      const frame = document.querySelector('iframe')?.contentWindow ?? null;
      const data = { daybook: 'height', height: 4000 };
      dispatchEvent(new MessageEvent('message', { data, source: frame, origin: 'https://forged.example' }));
      dispatchEvent(new MessageEvent('message', { data, source: globalThis.window, origin }));
    }, daybook);
    // Inside the frame: a hello that is not from the parent must not redirect its messages.
    await inner(page).evaluate(() => postMessage({ daybook: 'hello' }, '*'));
    await page.waitForTimeout(100);
    await frame.getByText('Add guests').click();
    expect(await eventsOn(page, 'daybook:scheduled')).toEqual([]);
    await expectHeight(page, frame);

    const taken = await bookPage(app, fresh, {
      start: '10:30',
      question_answers: await answers(fresh),
    });
    expect(taken.status).toBe(200);
    await frame.getByRole('button', { name: 'Book 10:30' }).click();
    const alert = frame.getByRole('alert');
    await alert.waitFor();
    await expect.poll(() => alert.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await frame.getByLabel('Colour?').inputValue()).toBe('Blue');
    await frame.getByRole('button', { name: 'Book 11:00 instead' }).click();
    await frame.getByRole('heading', { name: 'You’re booked' }).waitFor();
    await page.waitForFunction(() =>
      (globalThis as unknown as { events: HostEvent[] }).events.some(
        ({ name }) => name === 'daybook:scheduled',
      ),
    );
    await expectHeight(page, frame);
    expect(await shifted()).toBeLessThan(0.02);
    expect(await listViolations(inner(page))).toEqual([]);

    const { body } = await app.get('/scheduled-events?scope=all&inviteeEmail=kofi@baobab.example');
    const [event] = body.collection;
    expect(event).toMatchObject({ invitees: [{ utm: { utm_source: 'site' } }] });
    expect(await eventsOn(page, 'daybook:scheduled')).toEqual([
      {
        name: 'daybook:scheduled',
        on: 'here',
        detail: {
          eventUuid: event.uuid,
          inviteeUuid: event.invitees[0].uuid,
          title: 'Framed',
          startTime: '2027-01-12T10:00:00.000000Z',
          endTime: '2027-01-12T10:30:00.000000Z',
          duration: 30,
          timeZone: 'Europe/Berlin',
          schedulingUrl: expect.stringContaining(`${owner}/${fresh.slug}`),
        },
      },
    ]);
    // Changing the booking opens a tab of its own, which no other page can cover.
    const [own] = await Promise.all([
      page.context().waitForEvent('page'),
      frame.getByRole('link', { name: 'Cancel event' }).click(),
    ]);
    await own.getByRole('heading', { name: 'Cancel this event?' }).waitFor();
    expect(await eventsOn(page, 'frame-src')).toEqual([]);
  }, 60_000);

  test('on a phone, in dark mode, in another language, which is kept until the confirmation', async () => {
    const { slug } = await createPage(app, { title: 'Small' });
    host.setPage(
      '/phone',
      `<div data-daybook-inline="${daybook}${owner}/${slug}?lang=de&date=2027-01-13"></div>`,
    );
    const page = await site.open(`${host.url}/phone`, { ...phone, colorScheme: 'dark' });
    const frame = page.frameLocator('iframe');
    await ready(page);
    await frame.getByRole('grid').waitFor();
    await expectHeight(page, frame);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await listViolations(inner(page))).toEqual([]);
    await frame.getByRole('link', { name: '09:30', exact: true }).click();
    await frame.getByLabel('Ihr Name').fill('Ines');
    await frame.getByLabel('E-Mail-Adresse').fill('phone@okafor.example');
    await frame.getByRole('button', { name: /09:30/ }).click();
    await frame.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => frame.locator('html').getAttribute('lang')).toBe('de');
    await frame.getByText('phone@okafor.example').waitFor();
    await expectHeight(page, frame);
  }, 40_000);
});

test('popup and button: labelled, keep what was typed, close by Esc inside and outside the frame, return the focus', async () => {
  const { slug } = await createPage(app, { title: 'Over' });
  const address = `${daybook}${owner}/${slug}?date=2027-01-14`;
  host.setPage(
    '/popup',
    `<p><a id="open" href="${address}" data-daybook-popup>Book a call</a></p>
     <a id="float" href="${address}&name=Ama" data-daybook-button>Book now</a>`,
  );
  const page = await site.open(`${host.url}/popup`);
  const link = page.getByRole('link', { name: 'Book a call' });
  const button = page.getByRole('link', { name: 'Book now' });
  const dialog = page.getByRole('dialog', { name: 'Book a time' });
  const frame = page.frameLocator('iframe');
  const hasFocus = () => link.evaluate((element) => element === document.activeElement);
  const close = page.getByRole('button', { name: 'Close' });

  await page.waitForFunction(() => document.adoptedStyleSheets.length > 0);
  const box = await button.boundingBox();
  expect([1280 - (box?.x ?? 0) - (box?.width ?? 0), 860 - (box?.y ?? 0) - (box?.height ?? 0)]).toEqual([
    20, 20,
  ]);
  expect(await listViolations(page)).toEqual([]);
  await link.focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await frame.getByRole('grid').waitFor();
  await ready(page);
  expect(
    await close.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element),
  ).toBe(true);
  expect(await listViolationsWithFrames(page)).toEqual([]);
  await frame.getByRole('link', { name: '09:30', exact: true }).click();
  await frame.getByLabel('Your name').fill('Ines Okafor');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await hasFocus()).toBe(true);

  await page.keyboard.press('Enter');
  expect(await frame.getByLabel('Your name').inputValue()).toBe('Ines Okafor');
  await close.focus();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  await link.click();
  await frame.getByLabel('Email address').fill('popup@okafor.example');
  await frame.getByRole('button', { name: 'Book 09:30' }).click();
  await frame.getByRole('heading', { name: 'You’re booked' }).waitFor();
  await expect.poll(() => eventsOn(page, 'daybook:scheduled')).toMatchObject([{ on: 'open' }]);
  await close.click();
  expect(await hasFocus()).toBe(true);

  await button.click();
  await frame.getByRole('link', { name: '10:00', exact: true }).click();
  expect(await frame.getByLabel('Your name').inputValue()).toBe('Ama');
  await frame.getByLabel('Email address').fill('float@okafor.example');
  await frame.getByRole('button', { name: 'Book 10:00' }).click();
  await frame.getByRole('heading', { name: 'You’re booked' }).waitFor();
  await expect
    .poll(() => eventsOn(page, 'daybook:scheduled'))
    .toMatchObject([{ on: 'open' }, { on: 'float' }]);
  await close.click();

  // By script, with prefilled fields; a popup after a booking starts afresh.
  await page.evaluate((url) => {
    interface Api {
      popup(url: string, options: object): void;
    }
    const { Daybook } = globalThis as unknown as { Daybook: Api };
    Daybook.popup('javascript:alert(1)', {});
    Daybook.popup(url, { prefill: { name: 'Yaw', time: '10:30', zone: 'Europe/Berlin' }, title: 'By code' });
  }, address);
  await page.getByRole('dialog', { name: 'By code' }).waitFor();
  expect(await frame.getByLabel('Your name').inputValue()).toBe('Yaw');
  await close.click();
  await page.evaluate((url) => {
    interface Api {
      button(url: string, options: object): void;
      inline(element: Element, url: string): void;
    }
    const { Daybook } = globalThis as unknown as { Daybook: Api };
    Daybook.button(url, { label: 'Made by code' });
    const here = document.createElement('div');
    document.querySelector('main')?.append(here);
    Daybook.inline(here, url);
  }, address);
  expect(await page.getByRole('link', { name: 'Made by code' }).isVisible()).toBe(true);
  await page.frameLocator('main iframe').getByRole('grid').waitFor();
}, 40_000);

describe('allowed sites', () => {
  afterEach(() => app.patch('/organization', { embedOrigins: null }));

  test('a routing form and an error page can be embedded', async () => {
    host.setPage('/form', `<div data-daybook-inline="${daybook}/forms/juniper-start"></div>`);
    const page = await site.open(`${host.url}/form`);
    await ready(page);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Continue' }).waitFor();
    await expectHeight(page, frame);
    const missing = await app.inject({
      url: `${owner}/nothing?embed=1`,
      headers: { accept: 'text/html' },
    });
    expect(missing.headers['content-security-policy']).toContain('frame-ancestors *');
  });
});

test('the page about embedding: its three examples work, and its snippets can be copied', async () => {
  const page = await site.open('/docs/embed', { permissions: ['clipboard-read', 'clipboard-write'] });
  const inline = page.frameLocator('.example iframe');
  await inline.getByRole('grid').waitFor();
  await page.getByText('daybook:ready').last().waitFor();
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Copy' }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^<script src=".*\/embed\.js"><\/script>$/,
  );
  await page.getByRole('link', { name: 'Book in a popup' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Book a time' }).click();
  await page.getByRole('dialog').waitFor();
}, 40_000);

test('embed.js: less than 4 kB, at a fixed URL, for any site', async () => {
  const { status, headers, body } = await app.inject({ url: '/embed.js' });
  expect(status).toBe(200);
  expect(gzipSync(body as string, { level: 9 }).length).toBeLessThan(4000);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
  });
  const again = await app.inject({ url: '/embed.js', headers: { 'if-none-match': String(headers['etag']) } });
  expect(again.status).toBe(304);
});

function inner(page: Page): Frame {
  const frame = page.frames().find((candidate) => candidate.url().startsWith(daybook));
  if (!frame) throw new Error('There is no frame.');
  return frame;
}

async function expectHeight(page: Page, frame: FrameLocator): Promise<void> {
  await expect
    .poll(async () => {
      const { frame: outer, content } = await heights(page, frame);
      return outer - content;
    })
    .toBe(0);
}

async function answers(page: { uuid: string }) {
  const { body } = await app.get(`/event-types/${page.uuid}`);
  return [{ question_id: body.resource.inviteeQuestions[0].id, answer: 'x' }];
}
