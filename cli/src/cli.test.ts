import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../../server/test/harness.ts';
import { ownerToken } from '../../server/test/runtime.ts';
import { runInTerminal, type Screen, type Terminal } from './test-terminal.ts';

const app = useApp();
const folder = mkdtempSync(join(tmpdir(), 'daybook-cli-'));
let url: string;
beforeAll(async () => {
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const home = { XDG_CONFIG_HOME: join(folder, 'config') };

/** As the owner of the demo company. */
function daybook(line: string | readonly string[], { env, ...terminal }: Terminal = {}): Promise<Screen> {
  const words = typeof line === 'string' ? line.split(' ') : line;
  return runInTerminal(words, {
    ...terminal,
    env: { ...home, DAYBOOK_URL: url, DAYBOOK_TOKEN: ownerToken, ...env },
  });
}

const json = async (line: string | readonly string[], terminal?: Terminal) => {
  const words = typeof line === 'string' ? line.split(' ') : line;
  const { code, out, err } = await daybook([...words, '--json'], terminal);
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out);
};

describe('lists', () => {
  test('are tables for people, with times on their clock, as wide as the terminal', async () => {
    const { code, out, err } = await daybook('events list --scope all --limit 3', { columns: 80 });
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^UUID +TITLE +STATUS +START TIME/);
    expect(lines[1]).toMatch(/^dbk-\w{16} {2}.* \d{4}-\d\d-\d\d \d\d:\d\d/);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect(err).toMatch(/^\n3 of \d+\. Use --page 2 for the next page, or --all\.\n$/);
  });

  test('are JSON for programs, with every field', async () => {
    const events = await json('events list --scope all --status confirmed');
    expect(events.length).toBeGreaterThan(2);
    for (const event of events)
      expect(event).toMatchObject({ status: 'confirmed', hosts: expect.any(Array) });
  });

  test('go on with --page, and to the end with --all', async () => {
    const all = await json('users list --all');
    const total = (await app.get('/organizations/users')).body.pagination.total;
    expect(all).toHaveLength(total);
    const second = await json('users list --limit 2 --page 2');
    expect(second.map(({ uuid }: { uuid: string }) => uuid)).toEqual(
      all.slice(2, 4).map(({ uuid }: { uuid: string }) => uuid),
    );
  });

  test('show a bar while many pages are read, each of them once', async () => {
    const records = Array.from({ length: 250 }, (_, index) => ({ name: `Company ${index}` }));
    for (let from = 0; from < records.length; from += 100) {
      expect(
        (await app.post('/crm/companies/bulk', { records: records.slice(from, from + 100) })).status,
      ).toBe(200);
    }
    const asked: string[] = [];
    const count = ({ url: path = '' }: IncomingMessage) => asked.push(path);
    app.app.server.on('request', count);
    const { out, err } = await daybook('companies list --all', { columns: 80 });
    app.app.server.off('request', count);
    expect(out.split('\n').length).toBeGreaterThan(250);
    expect(asked).toHaveLength(3);
    expect(new Set(asked).size).toBe(3);
    expect(err).toMatch(/\[=* *\] \d+ of \d+ read/);
    expect(err.endsWith('\r\u001B[K')).toBe(true);
  });

  test('of records take the attributes of the workspace', async () => {
    await json(['companies', 'create', '--set', 'name=Typed', '--set', 'employees=12']);
    const found = await json(['companies', 'list', '--filter-by', 'name=Typed']);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ name: 'Typed', employees: 12 });
  });
});

describe('one thing', () => {
  test('is shown with every field, and what is inside it below', async () => {
    const [event] = await json('events list --scope all --limit 1');
    const { out } = await daybook(['events', 'get', event.uuid], { columns: 100 });
    expect(out).toMatch(new RegExp(`^UUID +${event.uuid}$`, 'm'));
    expect(out).toMatch(/^Hosts\n {2}SLUG +FIRST NAME/m);
  });
});

describe('a body', () => {
  test('comes from flags, typed by the contract', async () => {
    const made = await json([
      'event-types',
      'create',
      '--title',
      'From flags',
      '--duration',
      '25',
      '--is-secret',
      '--locations',
      '[{"type":"ZOOM"}]',
    ]);
    expect(made).toMatchObject({ title: 'From flags', duration: 25 });
    const changed = await json([
      'event-types',
      'update',
      made.uuid,
      '--is-active',
      'false',
      '--no-is-secret',
    ]);
    expect(changed.isActive).toBe(false);
  });

  test('or from JSON, a file or standard input, with flags over it', async () => {
    const path = join(folder, 'team.json');
    writeFileSync(path, '{ "title": "From a file", "slug": "from-a-file" }');
    expect(await json(['teams', 'create', '--data', `@${path}`])).toMatchObject({ slug: 'from-a-file' });
    expect(
      await json(['teams', 'create', '--data', '-', '--slug', 'piped'], { typed: ['{ "title": "Piped" }'] }),
    ).toMatchObject({ title: 'Piped', slug: 'piped' });
    expect(await json(['teams', 'create', '--data', '{ "title": "Given" }'])).toMatchObject({
      title: 'Given',
    });
    const { code, err } = await daybook(['teams', 'create', '--data', '{']);
    expect(code).toBe(2);
    expect(err).toContain('--data must be JSON');
  });

  test('is a file where the API takes one, of a type that it takes', async () => {
    const path = join(folder, 'companies.csv');
    writeFileSync(path, 'name\nImported\n');
    const started = await json(['records', 'import', 'companies', '--file', path, '--dry-run']);
    expect(started).toMatchObject({ format: 'csv', dryRun: true });
    const { code, err } = await daybook([
      'records',
      'import',
      'companies',
      '--file',
      join(folder, 'team.json'),
    ]);
    expect(code).toBe(2);
    expect(err).toContain('--file  Must be one of: text/csv, application/x-ndjson');
  });
});

describe('mistakes', () => {
  test('2: every wrong flag at once, before anything is sent', async () => {
    const { code, err } = await daybook(
      'events book --owner-slug mara-lindqvist --start 25:00 --duration long',
      { env: { DAYBOOK_URL: 'http://127.0.0.1:9' } },
    );
    expect(code).toBe(2);
    expect(err).toMatch(/^ {2}--start +Must be a time as HH:mm\.$/m);
    expect(err).toMatch(/^ {2}--duration +Must be a number\.$/m);
    for (const flag of ['date', 'time-zone', 'name', 'email'])
      expect(err).toMatch(new RegExp(`^ {2}--${flag} +This field is required\\.$`, 'm'));
    expect(err).toContain('daybook events book --help');
    const twice = await daybook('events list --min-start-time yesterday');
    expect(twice.err.match(/Must be an ISO 8601 time/g)).toHaveLength(1);
  });

  test('1: what only the server knows, by the names of the flags', async () => {
    const { code, err } = await daybook([
      ...'events book --owner-slug mara-lindqvist --event-type-slug intro-call --date 2027-03-02 --start 10:00 --time-zone Europe/Berlin --email ines@okafor.example --name'.split(
        ' ',
      ),
      'Ines Okafor',
    ]);
    expect(code).toBe(1);
    expect(err).toMatch(/^ {2}--question-answers +Answer “/m);
  });

  test('3: without a valid token, or without the scope', async () => {
    const stranger = await daybook('users list', { env: { DAYBOOK_TOKEN: 'dbk_wrong' } });
    expect(stranger).toMatchObject({ code: 3, out: '' });
    expect(stranger.err).toContain('Sign in with daybook login');
    const reader = await app.tokenOf('mara@juniper.example', ['notes:read']);
    const limited = await daybook('users list', { env: { DAYBOOK_TOKEN: reader } });
    expect(limited.code).toBe(3);
    expect(limited.err).toMatch(/one of these scopes: .*users:read/);
  });

  test('4, 5 and 6: not found, a conflict, and a server that can’t be reached', async () => {
    expect((await daybook('events get dbk-0000000000000000')).code).toBe(4);
    const [event] = await json('events list --scope all --status cancelled --limit 1');
    expect((await daybook(['events', 'cancel', event.uuid])).code).toBe(5);
    const away = await daybook('users list', { env: { DAYBOOK_URL: 'http://127.0.0.1:65123' } });
    expect(away.code).toBe(6);
    expect(away.err).toBe(
      'The server can’t be reached: nothing listens at 127.0.0.1:65123.\nCheck DAYBOOK_URL, --server or the login.\n',
    );
    const byName = await daybook('users list', { env: { DAYBOOK_URL: 'http://localhost:65123' } });
    expect(byName.err).toMatch(/nothing listens at (?:127\.0\.0\.1|::1):65123/);
  });

  test('1 and 6: what answers is not Daybook, or nothing that can be called', async () => {
    const page = createServer((request, response) => {
      response
        .writeHead(request.url?.includes('/users') ? 502 : 200)
        .end('<!doctype html><title>Hello</title>');
    });
    await new Promise<void>((resolve) => void page.listen(0, '127.0.0.1', resolve));
    const env = { DAYBOOK_URL: `http://127.0.0.1:${(page.address() as AddressInfo).port}` };
    expect(await daybook('teams list', { env })).toEqual({
      code: 1,
      out: '',
      err: 'The server at this address isn’t Daybook; check DAYBOOK_URL, --server or the login.\n',
    });
    expect(await daybook('users list', { env })).toMatchObject({ code: 6, out: '' });
    page.close();
    for (const address of ['localhost:4000', 'http://', 'book.example.org'])
      expect(await daybook('teams list', { env: { DAYBOOK_URL: address } })).toMatchObject({
        code: 2,
        err: `${address} isn’t a URL such as https://daybook.example.\n`,
      });
  });

  test('0: an address that ends in /v2 or in slashes works, and an empty one counts as none', async () => {
    for (const address of [`${url}/v2`, `${url}/v2/`, `${url}//`])
      expect((await daybook('whoami', { env: { DAYBOOK_URL: address } })).out).toBe(
        `mara@juniper.example at ${url}\n`,
      );
    const empty = await daybook('whoami', { env: { DAYBOOK_URL: '', DAYBOOK_TOKEN: 'x' } });
    expect(empty.err).not.toContain('isn’t a URL');
  });

  test.each([
    ['evnets list', 'Unknown command evnets. Did you mean events? Run daybook --help for a list.'],
    ['events lsit', 'Unknown command events lsit. Did you mean events list? Run daybook events for a list.'],
    ['events list --stauts confirmed', 'Unknown flag --stauts. Did you mean --status?'],
    ['events list --status', '--status needs a value, confirmed|cancelled.'],
    ['events get', '<event> is missing.'],
    ['events list extra', 'Unexpected argument extra.'],
    ['search ines', 'Unexpected argument ines. Did you mean --q ines?'],
  ])('2: %s', async (line, sentence) => {
    expect(await daybook(line)).toEqual({ code: 2, out: '', err: `${sentence}\n` });
  });
});

test('what is deleted is confirmed at a terminal, and nowhere else', async () => {
  const team = (await app.post('/teams', { title: 'To be kept' })).body.resource.uuid;
  const kept = await daybook(['teams', 'delete', team], { columns: 80, typed: ['n'] });
  expect(kept).toMatchObject({
    code: 1,
    err: expect.stringContaining(`Delete a team (${team})? [y/N] Nothing was changed.`),
  });
  expect(await daybook(['teams', 'delete', team])).toMatchObject({ code: 0, out: 'Team deleted.\n' });
  const other = (await app.post('/teams', { title: 'Gone' })).body.resource.uuid;
  expect((await daybook(['teams', 'delete', other, '--yes'], { columns: 80 })).code).toBe(0);
});

test('a stream goes to a file or on', async () => {
  const path = join(folder, 'people.csv');
  expect((await daybook(['people', 'export', '--output', path])).code).toBe(0);
  const { out } = await daybook('people export');
  expect(readFileSync(path, 'utf8')).toBe(out);
  expect(out.split('\n')[0]).toContain(',');
  expect(
    await daybook(['people', 'export', '--output', join(folder, 'nowhere', 'people.csv')]),
  ).toMatchObject({
    code: 1,
    err: expect.stringMatching(/people\.csv can’t be written \(ENOENT\)\.\n$/),
  });
});

describe('a login', () => {
  const settings = join(home.XDG_CONFIG_HOME, 'daybook', 'config.json');
  const nobody = { DAYBOOK_URL: undefined, DAYBOOK_TOKEN: undefined };

  test('is typed at a terminal, checked, and stored for its owner alone', async () => {
    const wrong = await daybook('login', { columns: 80, typed: [url, 'dbk_wrong'], env: nobody });
    expect(wrong.code).toBe(3);
    const { code, out, err } = await daybook('login', {
      columns: 80,
      typed: [`${url}/`, ownerToken],
      env: nobody,
    });
    expect(code).toBe(0);
    expect(out).toContain(`Logged in as mara@juniper.example at ${url}.`);
    expect(err + out).not.toContain(ownerToken);
    expect(statSync(settings).mode & 0o777).toBe(0o600);
    expect((await daybook('whoami', { env: nobody })).out).toBe(`mara@juniper.example at ${url}\n`);
  });

  test('comes from standard input in a script; several have names, and the last one is used', async () => {
    const token = await app.tokenOf('aiko@juniper.example', ['users:read']);
    expect(
      (await daybook(['login', '--server', url, '--profile', 'aiko'], { typed: [token], env: nobody })).code,
    ).toBe(0);
    expect((await daybook('whoami', { env: nobody })).out).toMatch(/^aiko@juniper\.example/);
    expect((await daybook('whoami --profile default', { env: nobody })).out).toMatch(
      /^mara@juniper\.example/,
    );
    expect((await daybook('whoami --profile none', { env: nobody })).err).toContain('Unknown login none');
    chmodSync(settings, 0o644);
    expect((await daybook('logout', { env: nobody })).out).toBe(
      'Removed the login aiko. Now using default.\n',
    );
    expect(statSync(settings).mode & 0o777).toBe(0o600);
  });

  test('is never sent to another server', async () => {
    const seen: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(401).end('{}');
    });
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve);
    });
    const { port } = other.address() as { port: number };
    await daybook(`whoami --server http://127.0.0.1:${port}`, { env: nobody });
    await daybook('whoami', { env: { ...nobody, DAYBOOK_URL: `http://127.0.0.1:${port}` } });
    other.close();
    expect(seen).toEqual([undefined, undefined]);
  });
});
