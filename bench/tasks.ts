import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { radicale, provideServer, startDav, type DavServer } from '../server/test/dav-servers.ts';
import { createDataFolder, removeFolders } from '../server/test/process/daybook.ts';
import { closeBrowser, openBrowser, signIn } from './parts/browser.ts';
import { createHand, type Hand, type Way } from './parts/hand.ts';
import { chooseForSmoke, judge, smokeOption } from './parts/smoke.ts';

/**
 * Five tasks of a new user on the demo, by mouse and by keyboard alone, in a real browser: clicks, keys and seconds. With `--repo`, the
 * program of another work tree is measured by the same script.
 */

const { values } = parseArgs({
  options: { ...smokeOption, repo: { type: 'string', default: '.' }, task: { type: 'string' } },
});

interface Task {
  readonly name: string;
  /** `way` tells apart what the same demo gets twice. */
  run(page: Page, hand: Hand, way: Way): Promise<void>;
  /** Undoes what would be refused the second time. */
  undo?(page: Page): Promise<void>;
}

const button = (page: Page, name: RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog').last();

/** Two of the three are the same person. */
const buildContacts = (family: string): string =>
  [
    'First name,Last name,Email',
    `Ines,${family},ines@${family}.example`,
    `Inès,${family},i.${family}@${family}.example`,
    `Pavel,Novak,pavel@${family}.example`,
  ].join('\n');

const isThere = (target: Locator): Promise<boolean> =>
  target.waitFor({ timeout: 3000 }).then(
    () => true,
    () => false,
  );

/** Where nothing finds duplicates: someone who knows of them searches for the name. */
async function mergeByHand(page: Page, hand: Hand, family: string): Promise<void> {
  await hand.goTo('/app/records', 'r');
  await hand.fill(page.getByRole('searchbox').first(), family);
  await hand.see(page.getByRole('gridcell', { name: `i.${family}@${family}.example` }));
  for (const row of [1, 2]) await hand.choose(page.getByRole('row').nth(row).getByRole('gridcell').first());
  await hand.choose(button(page, /^merge/i));
}

const tasks: readonly Task[] = [
  {
    name: 'set up a page',
    async run(page, hand) {
      await hand.goTo('/app/pages', 'p');
      await hand.choose(page.getByRole('link', { name: /new booking page|new page|create/i }));
      await hand.fill(page.getByRole('textbox', { name: /^(name|title)/i }).first(), 'Coffee chat');
      await hand.choose(button(page, /^create/i));
      await hand.see(page.getByRole('heading', { name: 'Coffee chat' }));
    },
  },
  {
    name: 'move a meeting to a colleague',
    async run(page, hand, way) {
      await hand.goTo('/app/events', 'e');
      const row = way === 'mouse' ? 2 : 3;
      await hand.choose(page.locator(`.list a[data-row="${row}"]`));
      await hand.choose(button(page, /^reassign/i));
      const host = dialog(page).getByLabel('New host');
      await hand.see(host);
      await hand.pick(host, 'Aiko Tanaka');
      await hand.choose(dialog(page).getByLabel(/only if|free|available/i));
      await hand.choose(dialog(page).getByRole('button', { name: /^reassign/i }));
      await hand.see(page.getByText(/reassigned/i));
    },
  },
  {
    name: 'import contacts and find duplicates',
    async run(page, hand, way) {
      const family = way === 'mouse' ? 'okonkwo' : 'lindgren';
      await hand.goTo('/app/records', 'r');
      await hand.choose(page.getByRole('link', { name: /^import/i }));
      const file = { name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(buildContacts(family)) };
      await hand.upload(page.locator('input[type=file]').first(), file);
      await hand.choose(button(page, /^import$/i));
      await hand.see(page.getByText('Import complete.'));
      const review = page.getByRole('link', { name: 'Review duplicates' });
      if (await isThere(review)) {
        await hand.choose(review);
        await hand.choose(button(page, new RegExp(`^Compare and merge Ines ${family}`, 'i')));
      } else await mergeByHand(page, hand, family);
      await hand.choose(dialog(page).getByRole('button', { name: /^merge/i }));
      await hand.see(button(page, /^undo/i));
    },
  },
  {
    name: 'connect a calendar',
    async run(page, hand) {
      await hand.goTo('/app/availability', 'a');
      await hand.choose(page.getByRole('link', { name: 'Calendars', exact: true }));
      await hand.choose(button(page, /connect caldav/i));
      const { url, username, password } = dav;
      await hand.pick(dialog(page).getByLabel('Server'), 'Other');
      await hand.fill(dialog(page).getByLabel('URL'), url);
      await hand.fill(dialog(page).getByLabel('User name'), username);
      await hand.fill(dialog(page).getByLabel('Password'), password);
      await hand.choose(dialog(page).getByRole('button', { name: 'Connect', exact: true }));
      await hand.see(page.getByText('Calendar connected.'));
    },
    async undo(page) {
      await page.evaluate(async () => {
        const { collection } = await (await fetch('/v2/calendar-connections')).json();
        for (const { uuid } of collection)
          await fetch(`/v2/calendar-connections/${uuid}`, { method: 'DELETE' });
      });
    },
  },
  {
    name: 'find out why a time is not offered',
    async run(page, hand) {
      await hand.goTo('/app/pages', 'p');
      await hand.choose(page.locator('.pages a[href*="/app/pages/"]'));
      await hand.choose(page.locator('main').getByRole('link', { name: /^(availability|when)/i }));
      await hand.fill(page.getByLabel(/^time$/i), '03:00');
      await hand.see(page.getByText(/isn’t available|not available|not offered/i));
    },
  },
];

interface Running {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly child: ChildProcess;
}

/** The demo, run by the program of a work tree. */
async function startDemo(repo: string): Promise<Running> {
  const child = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: repo,
    env: {
      PATH: process.env['PATH'],
      PORT: '4710',
      DATA_DIR: createDataFolder(),
      OUTBOUND_ALLOW: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const keys = { email: '', password: '' };
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value = ''] = /^ {2}(Email|Password) +(\S+)$/.exec(line) ?? [];
    if (name === 'Email') keys.email = value;
    if (name === 'Password') keys.password = value;
    if (line.includes('API call')) return { url: 'http://localhost:4710', ...keys, child };
  }
  throw new Error('The server has ended before it was ready.');
}

async function measure(task: Task, way: Way, { url, email, password }: Running): Promise<string> {
  const page = await openBrowser();
  page.setDefaultTimeout(20_000);
  try {
    await page.goto(`${url}/app`);
    await signIn(page, email, password);
    await page.locator('main h1').first().waitFor();
    const hand = createHand(page, way);
    await task.run(page, hand, way);
    const { clicks, keys, seconds } = hand.measure();
    await task.undo?.(page);
    return `${clicks} clicks, ${keys} keys, ${seconds.toFixed(0)} s`;
  } catch (error) {
    judge(false);
    const [first = '', ...rest] = String(error).split('\n');
    const wanted = rest.find((line) => line.includes('waiting for'))?.trim() ?? '';
    return `failed: ${first} ${wanted}`.trim();
  } finally {
    await closeBrowser(page);
  }
}

const missing = await provideServer(radicale);
if (missing) throw new Error(missing);
const dav: DavServer = await startDav(radicale);
const demo = await startDemo(resolve(values.repo));
const chosen = tasks.filter(({ name }) => !values.task || name.includes(values.task));
try {
  console.log('| Task | By mouse | By keyboard |\n|---|---|---|');
  for (const task of chooseForSmoke(chosen, chosen.slice(0, 1))) {
    const byMouse = await measure(task, 'mouse', demo);
    const byKeys = await measure(task, 'keyboard', demo);
    console.log(`| ${task.name} | ${byMouse} | ${byKeys} |`);
  }
} finally {
  const ended = new Promise((done) => demo.child.once('exit', done));
  demo.child.kill();
  await ended;
  await dav.stop();
  removeFolders();
}
console.log(`npx tsx bench/tasks.ts --repo ${values.repo}`);
