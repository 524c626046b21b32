import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { fakeToken, startCalcom, startCalendly, type FakeApi } from '../../src/importers/test-apis.ts';
import { openPool } from '../../src/platform/db/connect.ts';
import { cloneDatabase } from '../databases.ts';
import { formatDatabaseUrl, launchProgram, runProgram } from './daybook.ts';
import { useProcesses } from './use-processes.ts';

useProcesses();
vi.setConfig({ testTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'daybook-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const company = { users: 5, bookings: 400 };
const ways = [
  { product: 'calendly', variable: 'CALENDLY_TOKEN', start: startCalendly },
  { product: 'calcom', variable: 'CAL_API_KEY', start: startCalcom },
] as const;

test.each(ways)(
  'import $product is killed at any moment, goes on, and has everything once',
  async ({ product, variable, start }) => {
    const { connection, drop } = await cloneDatabase();
    // One in eleven fails on top.
    const api = await start(company, (request) => (request % 11 === 0 ? 'error' : undefined));
    const variables = { DATABASE_URL: formatDatabaseUrl(connection), [variable]: fakeToken };
    const args = ['import', product, '--api', api.url, '--folder', join(folder, product)];
    for (const share of [0.2, 0.5, 0.8]) await killAfter(api, share, variables, args);

    const rehearsed = await runProgram('daybook', variables, { args: [...args, '--dry-run'] });
    // A run that was killed late had begun to import.
    const [, added, found] = /bookings +(\d+) added, (\d+) already there/.exec(rehearsed.output) ?? [];
    expect(Number(added) + Number(found)).toBe(company.bookings);
    for (let kill = 0; kill < 2; kill += 1) await killAfter(api, 0, variables, args, 1_500);
    const done = await runProgram('daybook', variables, {
      args: [...args, '--report', join(folder, 'report.csv')],
    });
    expect(done.code).toBe(0);
    expect(done.output).toMatch(/bookings {3}\d+ added/);

    const pool = openPool(connection, 1);
    const { rows } = await pool.query(
      `select count(*)::int as events, count(distinct i.email)::int as invitees
       from scheduled_event e join invitee i on i.event_id = e.id where e.title like 'Meeting %'`,
    );
    await pool.end();
    expect(rows).toEqual([{ events: company.bookings, invitees: company.bookings }]);
    await api.close();
    await drop();
  },
);

/** Kills the import once the API has answered a share of all requests, or after a while. */
async function killAfter(
  api: FakeApi,
  share: number,
  variables: Record<string, string>,
  args: readonly string[],
  afterMs = 0,
): Promise<void> {
  const program = launchProgram('daybook', variables, { args });
  const isEnough = (): boolean => afterMs === 0 && api.answered.size >= share * (company.bookings / 10);
  const began = Date.now();
  await vi.waitUntil(
    () => program.child.exitCode !== null || isEnough() || (afterMs > 0 && Date.now() - began > afterMs),
    { timeout: 60_000, interval: 5 },
  );
  program.child.kill('SIGKILL');
  await program.exit;
}

test('without a token it says which variable to set', async () => {
  const { connection, drop } = await cloneDatabase();
  const args = ['import', 'calendly', '--folder', join(folder, 'none')];
  const { code, output } = await runProgram(
    'daybook',
    { DATABASE_URL: formatDatabaseUrl(connection) },
    { args },
  );
  expect([code, output.trim()]).toEqual([2, 'Set CALENDLY_TOKEN to a Calendly token.']);
  await drop();
});
