import { expect, test } from 'vitest';
import { useApp } from '../server/test/harness.ts';
import { createSharedSecrets } from '../server/test/webhook-parts.ts';
import { provideServer, radicale } from '../server/test/dav-servers.ts';
import { killCalendars } from './calendars.ts';

/* The short form of `npm run chaos -- calendars`. */

const app = useApp();

test(
  'after kill -9 of server and calendar every booking is in the calendar once',
  { timeout: 300_000 },
  async ({ skip }) => {
    const missing = await provideServer(radicale);
    skip(missing !== undefined, missing);
    const { connection, runtime } = app;
    const query = async <T>(text: string, values: unknown[] = []) =>
      (await runtime.database.pool.query(text, values)).rows as T[];
    const target = { connection, query, runtime: { ...runtime, secrets: createSharedSecrets() } };
    const { events, wrong } = await killCalendars(target, 2, false);
    expect(wrong).toEqual([]);
    expect(events).toBeGreaterThan(5);
  },
);
