import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { parseCalcom } from './calcom.ts';
import { parseCalendly } from './calendly.ts';
import type { Contents } from './contents.ts';
import { openSource, type Product } from './fetch-source.ts';
import { fakeToken, startCalcom, startCalendly, type FakeApi, type Fault } from './test-apis.ts';

/** Reading a company by the API of its product, over real connections. */

const folders: string[] = [];
const apis: FakeApi[] = [];
const company = { users: 7, bookings: 230 };

afterEach(async () => {
  for (const api of apis.splice(0)) await api.close();
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-import-'));
  folders.push(folder);
  return folder;
}

const starts = { calendly: startCalendly, calcom: startCalcom };
const parsers = { calendly: parseCalendly, calcom: parseCalcom };

async function startApi(product: Product, faultOf?: (request: number) => Fault): Promise<FakeApi> {
  const api = await starts[product](company, faultOf);
  apis.push(api);
  return api;
}

interface FetchOptions {
  readonly folder: string;
  readonly isAgain?: boolean;
  readonly token?: string;
  readonly onWait?: (sentence: string) => void;
}

async function read(product: Product, { url }: FakeApi, how: FetchOptions) {
  const said: string[] = [];
  const documents = await openSource(
    product,
    {
      name: product,
      base: url,
      token: how.token ?? fakeToken,
      fetch: globalThis.fetch,
      wait: () => Promise.resolve(),
      onWait: how.onWait ?? (() => {}),
    },
    new Date('2027-01-01T00:00:00Z'),
    {
      folder: how.folder,
      isAgain: how.isAgain ?? false,
      onFetch: { count() {}, say: (sentence) => void said.push(sentence) },
    },
  );
  return { contents: await parsers[product](documents), said };
}

async function bookingIds({ bookings }: Contents): Promise<string[]> {
  const ids = [];
  for await (const { sourceId } of bookings) ids.push(sourceId);
  return ids;
}

const both = ['calendly', 'calcom'] as const;

test.each(both)('one token of %s reads the whole company, each answer once', async (product) => {
  const api = await startApi(product);
  const folder = newFolder();
  const { contents } = await read(product, api, { folder });
  expect(contents.users).toHaveLength(company.users);
  expect(contents.schedules).toHaveLength(company.users);
  expect(contents.pages).toHaveLength(company.users);
  expect(new Set(await bookingIds(contents)).size).toBe(company.bookings);
  const twice = [...api.answered].filter(([path, count]) => count > 1 && !path.endsWith('/me'));
  expect(twice).toEqual([]);
  // Addresses of customers are for nobody else on the machine.
  for (const name of ['lists', 'details']) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
});

const faults: readonly Fault[] = ['limit', 'error', 'truncated', 'dropped'];

test.each(both)('limits, errors, cut and dropped answers of %s lose nothing', async (product) => {
  // Every third request fails, each time in another way.
  const api = await startApi(product, (request) =>
    request % 3 === 0 ? faults[(request / 3) % faults.length] : undefined,
  );
  const waits: string[] = [];
  const { contents } = await read(product, api, { folder: newFolder(), onWait: (text) => waits.push(text) });
  expect(new Set(await bookingIds(contents)).size).toBe(company.bookings);
  for (const word of ['limits requests', 'answered 500', 'incomplete', 'didn’t respond'])
    expect(
      waits.some((text) => text.includes(word)),
      word,
    ).toBe(true);
});

test.each(both)(
  '%s that stays down is told in a sentence, and the next run goes on where it stopped',
  async (product) => {
    let isDown = false;
    let served = 0;
    const api = await startApi(product, () => {
      served += 1;
      if (served === 12) isDown = true;
      return isDown ? 'error' : undefined;
    });
    const folder = newFolder();
    await expect(read(product, api, { folder })).rejects.toThrow('Run the same command again later');
    const before = new Map(api.answered);
    isDown = false;
    const { contents } = await read(product, api, { folder });
    expect(new Set(await bookingIds(contents)).size).toBe(company.bookings);
    for (const [path] of before) if (!path.endsWith('/me')) expect(api.answered.get(path), path).toBe(1);
  },
);

test('a token that is refused, and a folder of somebody else, are told at once', async () => {
  const api = await startApi('calendly');
  const folder = newFolder();
  await expect(read('calendly', api, { folder, token: 'wrong' })).rejects.toThrow('rejected the token');
  await read('calendly', api, { folder });
  await expect(read('calcom', await startApi('calcom'), { folder })).rejects.toThrow(
    'Choose another --folder',
  );
});

test('what was read is used again and says of when it is; --again reads lists anew and keeps invitees that did not change', async () => {
  const api = await startApi('calendly');
  const folder = newFolder();
  await read('calendly', api, { folder });
  const once = api.answered.size;
  const { said } = await read('calendly', api, { folder });
  expect(said).toEqual([expect.stringContaining('2027-01-01')]);
  const invitees = () => [...api.answered].filter(([path]) => path.includes('/invitees'));
  await read('calendly', api, { folder, isAgain: true });
  expect(api.answered.size).toBe(once);
  expect(invitees().every(([, count]) => count === 1)).toBe(true);
  expect(
    api.answered.get([...api.answered.keys()].find((path) => path.startsWith('/event_types')) ?? ''),
  ).toBe(2);
  expect(readdirSync(join(folder, 'details'))).toHaveLength(company.bookings);
});

test('what the token may not read is said', async () => {
  const { said } = await read('calendly', await startApi('calendly'), { folder: newFolder() });
  expect(said).toContain('Not readable with this token: /routing_forms');
});
