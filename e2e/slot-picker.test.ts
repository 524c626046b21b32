import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ownerToken } from '../server/test/runtime.ts';
import { savePicture } from './dashboard/dashboard.ts';
import { listViolations, useSite } from './site.ts';

/** The picker of times as an assistant shows it: in a frame without rights, which speaks with its host by messages. */

const { app, open } = useSite();

const callMcp = async (method: string, params: object) => {
  const headers = { authorization: `Bearer ${ownerToken}` };
  const payload = { jsonrpc: '2.0', id: 1, method, params };
  return (await app.inject({ method: 'POST', url: '/mcp', headers, payload })).body.result;
};

// oxlint-disable-next-line no-explicit-any -- as it came over the wire
type Wire = any;

/** A host of MCP Apps, as far as the picker needs one. What the picker says is collected. */
async function showIn(page: Page, html: string, result: unknown, locale: string): Promise<void> {
  await page.goto('about:blank');
  await page.evaluate(
    ({ html: text, result: given, locale: language }) => {
      const said: unknown[] = [];
      Object.assign(globalThis, { said });
      const frame = document.createElement('iframe');
      frame.title = 'Picker';
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.style.cssText = 'width: 480px; height: 600px; border: 0';
      frame.srcdoc = text;
      const send = (message: object) => frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*');
      addEventListener('message', ({ data }) => {
        said.push(data);
        if (data.method === 'ui/initialize') {
          const hostContext = { theme: 'light', locale: language };
          send({ id: data.id, result: { protocolVersion: '2026-01-26', hostContext, hostCapabilities: {} } });
        }
        if (data.method === 'ui/notifications/initialized')
          send({ method: 'ui/notifications/tool-result', params: given });
      });
      document.documentElement.lang = 'en';
      document.title = 'Host';
      document.body.append(frame);
    },
    { html, result, locale },
  );
}

test.each([
  ['en', 'Available times', 'I’d like'],
  ['de-DE', 'Freie Zeiten', 'Ich möchte'],
  ['ar', 'الأوقات المتاحة', 'أريد'],
])('a click on a time says in the conversation which one was chosen: %s', async (locale, heading, words) => {
  const page = await open('/docs');
  const { contents } = await callMcp('resources/read', { uri: 'ui://daybook/times.html' });
  const given = { ownerSlug: 'mara-lindqvist', eventTypeSlug: 'intro-call', timeZone: 'Europe/Berlin' };
  const result = await callMcp('tools/call', { name: 'find_times', arguments: given });
  await showIn(page, contents[0].text, result, locale);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { name: heading }).waitFor();
  await savePicture(page, `picker ${locale}`);
  expect(await listViolations(page.frames()[1] as never)).toEqual([]);
  const day = result.structuredContent.result.availability.find((one: Wire) => one.slots.length > 0);
  await frame.getByRole('button', { name: day.slots[0] }).first().click();
  await frame.getByRole('status').waitFor();
  const said = (await page.evaluate(() => (globalThis as Wire).said)) as Wire[];
  const message = said.find(({ method }) => method === 'ui/message').params;
  expect(message.role).toBe('user');
  expect(message.content[0].text).toContain(words);
  expect(message.content[0].text).toContain(`[date ${day.date}, start ${day.slots[0]}]`);
  expect(
    said.some(({ method, params }) => method === 'ui/notifications/size-changed' && params.height > 50),
  ).toBe(true);
  expect(said.some(({ method }) => method === 'tools/call')).toBe(false);
});
