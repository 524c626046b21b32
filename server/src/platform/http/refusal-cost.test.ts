import type { AnyRoute } from '@daybook/contract/route';
import { routes } from '@daybook/contract/routes';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { useApp } from '../../../test/harness.ts';
import { ownerToken } from '../../../test/runtime.ts';

const app = useApp({ config: { rateLimit: 'off' } });

/** Above what differs from run to run; without the bounds the worst bodies cost dozens of times as much. */
const margin = 3;
const tries = 8;

test('a refused body costs no more CPU than an accepted one, for every operation of the contract', async () => {
  let number = 0;
  const accepted = await costOf(() => {
    number += 1;
    const payload = JSON.stringify({ title: `Team ${number}`, description: 'A team' });
    return send('POST', '/v2/teams', payload);
  }, 0);
  const tooCostly: string[] = [];
  for (const [name, route] of routes) {
    for (const [kind, text] of route.body ? hostileBodies(route) : []) {
      const measure = () => costOf(() => send(route.method, urlOf(route.path), text), accepted * margin);
      let cost = await measure();
      // Other work on the machine counts as well, so what seems too costly is measured again.
      for (let again = 0; again < 8 && cost > accepted * margin; again += 1) {
        cost = Math.min(cost, await measure());
      }
      if (cost > accepted * margin) tooCostly.push(`${name}, ${kind}: ${(cost / accepted).toFixed(1)} times`);
    }
  }
  expect(tooCostly).toEqual([]);
}, 120_000);

test('422: a form of more than 1,000 fields, before they are looked at, on every page that takes one', async () => {
  const sent = (payload: string, url: string) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  const id = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
  const paths = [
    '/mara-lindqvist/intro-call',
    '/team/discovery/discovery-call',
    '/s/anything',
    '/forms/anything',
    `/bookings/${id}`,
    '/unsubscribe/anything',
    '/app/sign-in',
    '/app/sign-up',
  ];
  const hostile = [
    Array.from({ length: 8000 }, (_, n) => `a${n}=1`).join('&'),
    Array.from({ length: 15_000 }, () => 'a=1').join('&'),
    '&'.repeat(60_000),
  ];
  for (const url of paths) {
    for (const payload of hostile) {
      const { status, body } = await sent(payload, url);
      expect([status, body.errors], url).toEqual([422, { body: ['A form can have at most 1000 fields.'] }]);
    }
  }
  const most = Array.from({ length: 1000 }, (_, n) => `a${n}=1`).join('&');
  const { status, body } = await sent(most, '/mara-lindqvist/intro-call');
  expect([status, String(body)]).toEqual([422, expect.stringContaining('<form')]);
});

test('422: every wrong field, within each the first 20 errors and how many more there are, 100 in all', async () => {
  const wrong = (count: number, name: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}`, '\0']));
  const { status, body } = await app.post('/event', {
    customQueryParams: wrong(40, 'p'),
    other: wrong(90, 'o'),
  });
  expect(status).toBe(422);
  const names = Object.keys(body.errors);
  expect(names).toEqual(expect.arrayContaining(['ownerSlug', 'email', 'customQueryParams.p19']));
  expect(names).not.toContain('customQueryParams.p20');
  expect(body.errors.customQueryParams).toEqual(['And 20 more.']);
  expect(body.errors.body).toEqual([expect.stringMatching(/^And \d\d more\.$/)]);
});

test('413: a public body of more than 64 kB', async () => {
  const { status, body } = await app.post('/session', { email: 'x'.repeat(64 * 1024) });
  expect([status, body.message]).toEqual([413, 'The request body is larger than 64 kB.']);
});

/** The least of some tries, since other work only ever adds; it stops at one that is low enough. */
async function costOf(sendIt: () => Promise<void>, lowEnough: number): Promise<number> {
  let least = Infinity;
  for (let index = 0; index < tries && least > lowEnough; index += 1) {
    const before = process.cpuUsage();
    await sendIt();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

async function send(method: AnyRoute['method'], url: string, payload: string): Promise<void> {
  const headers = { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' };
  const { statusCode } = await app.app.inject({ method, url, headers, payload });
  if (statusCode !== 201 && (statusCode < 400 || statusCode >= 500))
    throw new Error(`It answered ${statusCode}.`);
}

/** Of things that could exist, so that nothing is refused before the body is looked at. */
function urlOf(path: string): string {
  const id = '0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d';
  return `/v2${path.replace('{objectSlug}', 'people').replaceAll(/\{\w+\}/g, id)}`;
}

function* hostileBodies(route: AnyRoute): Iterable<[string, string]> {
  const size = route.access.kind === 'public' ? 60_000 : 300_000;
  yield ['unknown fields', `{${list(size, (n) => `"k${n}":0`)}}`];
  yield ['fields that reach a prototype', `{${list(size, (n) => `"k${n}":{"__proto__":0}`)}}`];
  yield ['nested lists', `{"deep":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`];
  const names = route.body instanceof z.ZodObject ? Object.keys(route.body.shape) : ['name'];
  const each = size / names.length;
  const inAll = (value: string) => `{${names.map((name) => `"${name}":${value}`).join(',')}}`;
  yield ['long texts', inAll(`"${'a'.repeat(each)}"`)];
  yield ['few values too many', inAll(`[${list(6000 / names.length, () => '{"x":[]}')}]`)];
  yield ['lists', inAll(`[${list(each, () => '{}')}]`)];
  yield ['objects', inAll(`{${list(each, (n) => `"k${n}":[]`)}}`)];
}

function list(size: number, item: (n: number) => string): string {
  return Array.from({ length: size / (item(1000).length + 1) }, (_, n) => item(n)).join(',');
}
