import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  calcomFiles,
  calendarFile,
  calendlyFiles,
  calendlyUser,
  contactsFile,
} from '../server/src/importers/test-exports.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { createOrdinaryDatabase, type Scratch } from '../server/test/databases.ts';
import { useApp } from '../server/test/harness.ts';
import { executeSql } from '../server/test/postgres.ts';
import { formatDatabaseUrl } from '../server/test/process/daybook.ts';
import { ownerToken } from '../server/test/runtime.ts';
import { parseBlocks, pages, root, type Block } from './doc-blocks.ts';

/** The code of the documentation is run as a reader would run it, in the order of the page. What is not run is listed with its reason. */

const notRun: Readonly<Record<string, string>> = {
  'README.md 1': 'server/test/process/start.test.ts starts a server so.',
  'README.md 2': 'tools/readme.test.ts makes this call.',
  'README.md 4': 'Runs these tests.',
  'cli/README.md 1': 'The guide has the same lines, and listen goes on until Ctrl-C.',
  'client/README.md 2': 'Needs a delivery; client/src/verify-webhook.test.ts has some.',
  'docs/guide/accounts.md 2': 'Settings of a server.',
  'docs/guide/calendars-google.md 1': 'Settings of a server.',
  'docs/guide/calendars-microsoft.md 1': 'Settings of a server.',
  'docs/guide/cli.md 3': 'Goes on until Ctrl-C; cli/src/listen.test.ts runs it.',
  'docs/guide/domains.md 1': 'Needs a name server; server/src/domains/domains.routes.test.ts has one.',
  'docs/guide/embed.md 1': 'For a page; e2e/embed.test.ts has such pages.',
  'docs/guide/embed.md 2': 'For a page; e2e/embed.test.ts has such pages.',
  'docs/guide/files.md 4':
    'Needs a page that asks for a file; server/src/pages/receive-answer.routes.test.ts has one.',
  'docs/guide/files.md 5': 'Settings of a server.',
  'docs/guide/hosts.md 1': 'Needs a CalDAV server; server/src/calendars has one in its tests.',
  'docs/guide/hosts.md 2':
    'Needs a request; server/src/scheduled-events/requests/routes.test.ts confirms and declines some.',
  'docs/guide/platform.md 7': 'For a page; e2e/platform.test.ts has such a page.',
  'docs/guide/quick-start.md 1': 'server/test/process/start.test.ts starts a server so.',
  'docs/guide/single-sign-on.md 2':
    'Needs a provider; server/src/identity/providers/saml.test.ts connects one.',
  'docs/run/backup.md 2': 'The first block makes a backup; this one is for a timer.',
  'docs/run/backup.md 3': 'server/src/platform/transfer/backup.more.test.ts restores a backup.',
  'docs/run/install.md 1': 'server/test/process/start.test.ts starts a server so.',
  'docs/run/install.md 2': 'Needs a PostgreSQL of its own; server/test/databases.ts creates such a login.',
  'docs/run/install.md 3': 'Settings of nginx.',
  'docs/run/operate.md 1':
    'Needs pg_dump of the version of PostgreSQL, which the embedded one does not bring.',
  'docs/run/packages.md 1': 'chaos/release.test.ts makes a release.',
  'docs/run/packages.md 2': 'chaos/release.test.ts starts it in an empty folder.',
  'docs/run/packages.md 3': 'Installs a service of systemd.',
  'docs/run/packages.md 4': 'Needs Docker.',
  'docs/run/reliability.md 1': 'Takes an hour; chaos/bookings.test.ts runs the short form.',
  'docs/run/scaling.md 1': 'Settings of Patroni; npm run chaos -- patroni starts such a cluster.',
  'docs/run/scaling.md 2': 'Settings of PgBouncer; chaos/pooler.test.ts starts one.',
  'docs/run/voice.md 1': 'Takes minutes; server/src/calls/phone.more.test.ts makes such calls.',
  'docs/run/upgrade.md 1': 'Starts an older program from the history, which a shallow clone lacks.',
  'docs/run/upgrade.md 2': 'server/src/platform/transfer/backup.more.test.ts replaces a database.',
};

/** What a reader has, or has done, before a block. */
const before: Readonly<Record<string, string>> = {
  'docs/guide/moving.md 5': 'ORG=o USER_URI=u EVENT_UUID=FUTURE',
  'docs/guide/moving.md 8': 'export DATABASE_URL=$OTHER_DATABASE_URL',
};

const folder = mkdtempSync(join(root, 'node_modules/.examples-'));
const app = useApp();
const scratch: Scratch[] = [];
const services = createServer(({ url = '' }, response) => {
  const answer = answers[url.replace(/\?.*/, '')];
  response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer));
});
let env: NodeJS.ProcessEnv;
/** What stands on a page for something that each reader has of their own. */
let own: readonly (readonly [shown: string, real: string])[];

beforeAll(async () => {
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  await new Promise<void>((resolve) => services.listen(0, '127.0.0.1', resolve));
  const other = await createOrdinaryDatabase();
  scratch.push(other);
  await migrate(other.connection);
  await executeSql(app.connection, `insert into installation (name, value) values ('secret_key', '${key}')`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  env = {
    ...process.env,
    ROOT: root,
    FOLDER: folder,
    HOME: folder,
    DAYBOOK_URL: url,
    DAYBOOK_TOKEN: ownerToken,
    DATABASE_URL: formatDatabaseUrl(app.connection),
    OTHER_DATABASE_URL: formatDatabaseUrl(other.connection),
    CALENDLY_TOKEN: 't',
    CAL_API_KEY: 'k',
  };
  const elsewhere = `http://127.0.0.1:${(services.address() as AddressInfo).port}`;
  own = [
    ['http://localhost:4000', url],
    ['https://daybook.example', url],
    ['dbk_...', ownerToken],
    ['dbk-8fK2mZ0qWv3Xy7Ab', await bookSomething()],
    ['0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d', await pageOfMara()],
    ['/backups', `${folder}/backups`],
    ['https://api.', `${elsewhere}/api.`],
    ['npx daybook import calendly', `npx daybook import calendly --api ${elsewhere}/api.calendly.com`],
    ['npx daybook import calcom', `npx daybook import calcom --api ${elsewhere}/api.cal.com/v2`],
  ];
});

afterAll(async () => {
  services.close();
  for (const { drop } of scratch) await drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Of the app of tests, as an installation has it. */
const key = Buffer.alloc(32, 'test').toString('base64');

const files: Readonly<Record<string, string>> = {
  'backups/readme.txt': 'A folder for backups.',
  'calendar.ics': calendarFile,
  'contacts.csv': contactsFile,
  'offer.pdf': '%PDF-1.7 An offer',
};

/** Of the services from which people move. */
const answers: Readonly<Record<string, unknown>> = {
  '/api.calendly.com/users/me': { resource: calendlyUser },
  '/api.calendly.com/organization_memberships': calendlyFiles[0],
  '/api.calendly.com/user_availability_schedules': calendlyFiles[1],
  '/api.calendly.com/event_types': calendlyFiles[2],
  '/api.calendly.com/scheduled_events': calendlyFiles[3],
  '/api.calendly.com/scheduled_events/PAST/invitees': calendlyFiles[4],
  '/api.calendly.com/scheduled_events/CANCELLED/invitees': calendlyFiles[5],
  '/api.calendly.com/scheduled_events/FUTURE/invitees': calendlyFiles[6],
  '/api.calendly.com/scheduled_events/NOBODY/invitees': { collection: [] },
  '/api.cal.com/v2/me': calcomFiles[0],
  '/api.cal.com/v2/schedules': calcomFiles[1],
  '/api.cal.com/v2/event-types': calcomFiles[2],
  '/api.cal.com/v2/bookings': calcomFiles[3],
};

async function pageOfMara(): Promise<string> {
  const { status, body } = await app.post('/event-types', { title: 'Catalogue', duration: 30 });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.resource.uuid;
}

async function bookSomething(): Promise<string> {
  const page = { ownerSlug: 'mara-lindqvist', eventTypeSlug: 'intro-call' };
  const { body } = await app.get(
    `/availability/${page.ownerSlug}/event-types/${page.eventTypeSlug}?timeZone=UTC`,
  );
  const { date, slots } = body.availability.find((day: { slots: string[] }) => day.slots.length > 0);
  const booked = await app.post('/event', {
    ...page,
    date,
    start: slots.at(-1),
    timeZone: 'UTC',
    name: 'Lena Okafor',
    email: 'lena@okafor.example',
    location: 'GOOGLE_MEET',
    question_answers: [{ question_id: 1, answer: 'Prices' }],
  });
  return booked.body.uuid as string;
}

const shells = ['sh', 'console'];
const programs = ['js', 'ts'];
const isRun = ({ id, language, label }: Block): boolean =>
  [...shells, ...programs].includes(language) && label === '' && !(id in notRun);

/** The shell fails on the first line that does, and curl on every answer that is not 2xx. */
const prelude = `set -euo pipefail
curl() { command curl --fail-with-body --silent --show-error "$@"; }
npx() { "$ROOT/node_modules/.bin/$1" "\${@:2}"; }
daybook() { npx daybook "$@"; }`;

const marker = '---- the next block ----';

/** What would change the machine must be listed above instead. */
const changesMachine = /\b(?:npm|sudo|docker|systemctl|rm|useradd)\b/;

/** Lines of the shell that do what a block tells to do. */
function linesOf({ id, language, text, file }: Block): string {
  const filled = own.reduce((code, [shown, real]) => code.replaceAll(shown, real), text);
  const first = `echo; echo '${marker}'\n${before[id] ?? ''}`;
  if (shells.includes(language)) return `${first}\n${filled}`;
  const name = file ?? `block.m${language}`;
  writeFileSync(join(folder, name), filled);
  return file ? first : `${first}\nnpx tsx ${name}`;
}

describe('what a page tells to run', () => {
  test.each(pages.filter((page) => parseBlocks(page).some(isRun)))(
    '%s',
    async (page) => {
      const blocks = parseBlocks(page);
      const run = blocks.filter(isRun);
      const lines = run.map(linesOf);
      expect(lines.filter((text) => changesMachine.test(text))).toEqual([]);
      const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', [prelude, ...lines].join('\n')], {
        cwd: folder,
        env,
      }).catch(({ stdout: out, stderr }: { stdout: string; stderr: string }) =>
        Promise.reject(new Error(`${out}\n${stderr}`)),
      );
      expect(stdout).not.toContain('"success":false');
      const printed = stdout.split(marker).slice(1);
      for (const output of blocks.filter(({ isOutput, language }) => isOutput && language === 'json')) {
        const source = run.findIndex(({ id }) => id === blocks[blocks.indexOf(output) - 1]?.id);
        expect(JSON.parse(printed[source] ?? '')).toEqual(JSON.parse(output.text));
      }
    },
    // Each command is a process, and a busy machine takes seconds to start one.
    180_000,
  );

  test('the quick start has booked by curl, by the client and on the command line', async () => {
    const { body } = await app.get('/scheduled-events?scope=all&count=100');
    const booked = JSON.stringify(body);
    for (const answer of ['The spring catalog', 'The autumn catalogue', 'A shop window'])
      expect(booked).toContain(answer);
  });
});

describe('every block', () => {
  const blocks = pages.flatMap(parseBlocks);

  test('is run here, shown to be JSON, run in its language as a snippet, or listed with its reason', () => {
    const isSnippet = ({ id, label }: Block): boolean =>
      id.startsWith('docs/guide/webhooks.md') && label !== '';
    const isKnown = (block: Block): boolean =>
      isRun(block) || block.language === 'json' || isSnippet(block) || block.id in notRun;
    expect(blocks.filter((block) => !isKnown(block)).map(({ id }) => id)).toEqual([]);
  });

  test('that is JSON is valid', () => {
    const json = blocks.filter(({ language }) => language === 'json');
    expect(json.length).toBeGreaterThan(3);
    for (const { text } of json) expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  test('that is listed, or needs something, is still there', () => {
    const ids = new Set(blocks.map(({ id }) => id));
    expect([...Object.keys(notRun), ...Object.keys(before)].filter((id) => !ids.has(id))).toEqual([]);
  });
});
