import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readTree, listViolations } from './boundaries.ts';

/** The violations that the rules find in these files, as `rule path`. */
function bites(files: Record<string, string>): string[] {
  return listViolations(new Map(Object.entries(files))).map(({ rule, path }) => `${rule} ${path}`);
}

/** The rule, the file with the violation, and the line. */
const offences: readonly (readonly [rule: string, path: string, line: string])[] = [
  ['workspace', 'engine/src/slots.ts', "import { email } from '@daybook/contract/fields';"],
  ['workspace', 'engine/src/slots.ts', "import type { Case } from '../fixtures/cases.ts';"],
  ['package', 'engine/src/slots.ts', "import { z } from 'zod';"],
  ['package', 'engine/src/slots.ts', "import { readFileSync } from 'node:fs';"],
  ['purity', 'engine/src/slots.ts', 'const today = Date.now();'],
  ['purity', 'engine/src/slots.ts', "const zone = process.env['TZ'];"],
  ['workspace', 'contract/src/members.ts', "import { slots } from '@daybook/engine/slots';"],
  ['package', 'contract/src/members.ts', "import { sql } from 'kysely';"],
  ['package', 'contract/src/members.ts', "import { randomBytes } from 'node:crypto';"],
  ['workspace', 'client/src/call.ts', "import { slots } from '@daybook/engine/slots';"],
  ['package', 'client/src/call.ts', "import { request } from 'undici';"],
  ['workspace', 'booking/src/page.tsx', "import { whoami } from '@daybook/contract/identity';"],
  ['workspace', 'booking/src/page.tsx', "import type { Call } from '@daybook/client/call';"],
  ['plain-data', 'contract/src/locations.data.ts', "import { z } from 'zod';"],
  ['pages', 'server/src/members/teams.ts', "import { renderPage } from '@daybook/booking/render';"],
  ['pages', 'server/src/pages/show-page.ts', "import { fetchMonth } from '@daybook/booking/island/times';"],
  ['pages', 'server/src/pages/show-page.ts', "import { createFrame } from '@daybook/booking/embed/frame';"],
  ['workspace', 'dashboard/src/app.tsx', "import { start } from '../../server/src/start.ts';"],
  ['shared', 'dashboard/src/app.tsx', "import { renderPage } from '@daybook/booking/render';"],
  ['workspace', 'seeds/juniper.ts', "import { createUser } from '../server/src/members/public.ts';"],
  ['package', 'seeds/juniper.ts', "import { z } from 'zod';"],
  ['workspace', 'server/src/start.ts', "import { call } from '@daybook/client/call';"],
  ['workspace', 'server/src/start.ts', "const { kill } = await import('../../chaos/kill.ts');"],
  ['workspace', 'server/src/members/teams.ts', "import { useApp } from '../../test/harness.ts';"],
  ['layers', 'server/src/platform/jobs.ts', "import { createUser } from '../members/public.ts';"],
  ['layers', 'server/src/platform/jobs.ts', "import { reactions } from '../slices.ts';"],
  ['layers', 'server/src/identity/tokens.ts', "import { findMember } from '../members/store.ts';"],
  ['layers', 'server/src/identity/tokens.ts', "import type { MemberRow } from '../members/store.ts';"],
  ['layers', 'server/src/identity/tokens.ts', "import { start } from '../start.ts';"],
  ['layers', 'server/src/identity/tokens.test.ts', "import { findMember } from '../members/store.ts';"],
  ['layers', 'server/src/seed.ts', "import { membersEndpoints } from './members/routes.ts';"],
  ['layers', 'server/src/slices.ts', "import { findMember } from './members/store.ts';"],
  ['layers', 'server/src/operator/accounts.ts', "import { findMember } from '../members/store.ts';"],
  ['layers', 'server/src/members/teams.ts', "import { runCommand } from '../operator/commands.ts';"],
  ['layers', 'server/src/crm/records/records.ts', "import { findLinks } from '../links/store.ts';"],
  ['layers', 'server/src/crm/records/records.ts', "import type { LinkRow } from '../links/rules.ts';"],
  ['layers', 'server/src/crm/records/records.ts', "import { crmJobs } from '../jobs.ts';"],
  ['layers', 'server/src/crm/routes.ts', "import { findLinks } from './links/store.ts';"],
  ['layers', 'server/src/members/teams.ts', "import { findLinks } from '../crm/links/public.ts';"],
  ['layers', 'server/src/slices.ts', "import { recordEndpoints } from './crm/records/routes.ts';"],
  ['store', 'server/src/members/teams.ts', "import { sql } from 'kysely';"],
  ['store', 'server/src/members/teams.ts', "import pg from 'pg';"],
  ['store', 'server/src/members/teams.ts', "import { transact } from '../platform/db/transaction.ts';"],
  ['store', 'server/src/members/teams.ts', "const rows = await ctx.db.selectFrom('team').execute();"],
  ['view', 'server/src/members/view.ts', "import { findMember } from './store.ts';"],
  ['view', 'server/src/members/view.ts', 'export async function userView() {}'],
  ['rules', 'server/src/members/rules.ts', "import type { Ctx } from '../platform/context.ts';"],
  ['rules', 'server/src/members/rules.ts', "import { systemClock } from '../platform/clock.ts';"],
  ['rules', 'server/src/members/rules.ts', "import { findMember } from './store.ts';"],
  ['clock', 'server/src/members/teams.ts', 'const now = new Date();'],
  ['clock', 'server/src/members/rules.ts', 'const nowMs = Date.now();'],
  ['workspace-id', 'server/src/members/teams.ts', 'const id = params.id as WorkspaceId;'],
  ['table', 'server/src/mail/store.ts', 'const a = sql`update scheduled_event set title = 1`;'],
  ['table', 'server/src/mail/store.ts', "const a = ctx.db.insertInto('invitee');"],
  ['table', 'server/src/notes/store.ts', 'const a = sql`select 1 from note join payment on true`;'],
  ['table', 'server/src/notes/store.ts', "const a = ctx.db.selectFrom('payment as p');"],
  ['barrel', 'contract/src/index.ts', "export { whoami } from './identity.ts';"],
  ['barrel', 'server/src/members/public.ts', "export * from './teams.ts';"],
];

describe('every rule bites', () => {
  test.each(offences)('%s: %s: %s', (rule, path, line) => {
    expect(bites({ [path]: `${line}\n` })).toContain(`${rule} ${path}`);
  });

  test('cycle: two files that import each other', () => {
    const found = bites({
      'engine/src/a.ts': "import { b } from './b.ts';\nexport const a = 1;\n",
      'engine/src/b.ts': "import { c } from './c.ts';\nexport const b = 1;\n",
      'engine/src/c.ts': "import { a } from './a.ts';\nexport const c = 1;\n",
    });
    expect(found).toEqual(['cycle engine/src/a.ts']);
  });

  test('slice-cycle: slices that import each other through a third, even if only a type', () => {
    const found = bites({
      'server/src/members/users.ts':
        "import type { Event } from '../events/public.ts';\nexport const a = 1;\n",
      'server/src/events/book.ts': "import { ask } from '../calendars/public.ts';\nexport const b = 1;\n",
      'server/src/calendars/ask-calendars.ts':
        "import { find } from '../members/public.ts';\nexport const c = 1;\n",
      'server/src/pages/show.ts': "import { find } from '../members/public.ts';\nexport const d = 1;\n",
    });
    expect(found).toEqual(
      ['members/users.ts', 'events/book.ts', 'calendars/ask-calendars.ts'].map(
        (path) => `slice-cycle server/src/${path}`,
      ),
    );
  });

  test('slice-cycle: nested slices that import each other, even if only a type', () => {
    const found = bites({
      'server/src/crm/links/write.ts':
        "import type { Row } from '../records/public.ts';\nexport const a = 1;\n",
      'server/src/crm/records/write.ts': "import { link } from '../links/public.ts';\nexport const b = 1;\n",
    });
    expect(found).toEqual(
      ['links/write.ts', 'records/write.ts'].map((path) => `slice-cycle server/src/crm/${path}`),
    );
  });

  test('table: a table that nobody owns, one that is gone, and a reader that reads no more', () => {
    const schema = 'export interface DB {\n  member: Member;\n  new_table: NewTable;\n}\n';
    const found = listViolations(
      new Map([
        ['server/src/tables.ts', ''],
        ['server/src/platform/db/schema.gen.ts', schema],
      ]),
    ).map(({ message }) => message);
    expect(found).toContain('No slice owns new_table.');
    expect(found).toContain('There is no table invitee.');
    expect(found).toContain('notes does not read member.');
  });

  test('an import over several lines is seen, at its line', () => {
    const text = "const first = 1;\nimport {\n  findMember,\n  findTeam,\n} from '../members/store.ts';\n";
    const [found] = listViolations(new Map([['server/src/identity/tokens.ts', text]]));
    expect(found).toMatchObject({ rule: 'layers', line: 2 });
    expect(found?.message).toContain('Import from its public.ts');
  });
});

/** Lines that look like a violation and are none. */
const harmless: readonly (readonly [path: string, line: string])[] = [
  ['booking/src/island/zone-search.tsx', "import { zoneNames } from '@daybook/contract/zone-names.gen';"],
  ['booking/src/place.ts', "import { locationKinds } from '@daybook/contract/locations.data';"],
  ['server/src/pages/show-page.ts', "import { renderPage } from '@daybook/booking/render';"],
  ['server/src/docs/site.routes.ts', "import { renderDocs } from '@daybook/booking/docs/render';"],
  ['engine/src/slots.ts', "import { merge } from './ranges.ts';"],
  ['engine/src/slots.ts', '// Never Date.now() here.'],
  ['engine/src/slots.test.ts', "import { Temporal } from 'temporal-polyfill';"],
  ['engine/src/slots.test.ts', "import { readCases } from '../fixtures/cases.ts';"],
  ['contract/src/members.ts', "import { z } from 'zod';"],
  ['booking/src/page.tsx', "import type { Page } from '@daybook/contract/pages';"],
  ['booking/src/page.tsx', "import { type Page } from '@daybook/contract/pages';"],
  ['booking/src/page.tsx', "import { render } from 'preact';"],
  ['dashboard/src/app.tsx', "import { call } from '@daybook/client/call';"],
  ['dashboard/src/app.tsx', "import { dateText } from '@daybook/booking/locale';"],
  ['server/src/seed.ts', "import { juniper } from '../../seeds/juniper.ts';"],
  ['server/src/slices.ts', "import { membersEndpoints } from './members/routes.ts';"],
  ['server/src/operator/tools.ts', "import { openRuntime } from '../runtime.ts';"],
  ['server/src/identity/tokens.ts', "import { findMember } from '../members/public.ts';"],
  ['server/src/crm/records/records.ts', "import { findLinks } from '../links/public.ts';"],
  ['server/src/crm/records/routes.test.ts', "import { findLinks } from '../links/store.ts';"],
  ['server/src/crm/routes.ts', "import { recordEndpoints } from './records/routes.ts';"],
  ['server/src/crm/public.ts', "export { createRecord } from './records/public.ts';"],
  ['server/src/workflows/store.ts', "const a = ctx.db.selectFrom('scheduled_event');"],
  ['server/src/notes/store.test.ts', 'const a = sql`delete from payment`;'],
  ['server/src/members/store.ts', "import { sql } from 'kysely';"],
  ['server/src/members/users.store.ts', "import { sql } from 'kysely';"],
  ['server/src/members/view.ts', "import type { TeamRow } from './store.ts';"],
  ['server/src/members/teams.ts', 'const end = new Date(startsAt);'],
  ['server/src/members/users.routes.test.ts', "import { useApp } from '../../test/harness.ts';"],
  ['server/src/members/public.ts', "export { createTeam } from './teams.ts';"],
  ['tools/generate.ts', "import { openApi } from '../contract/src/openapi.ts';"],
];

describe('no rule bites', () => {
  test.each(harmless)('%s: %s', (path, line) => {
    expect(bites({ [path]: `${line}\n` })).toEqual([]);
  });

  test('types that import each other in a cycle', () => {
    const found = bites({
      'server/src/platform/a.ts': "import type { B } from './b.ts';\nexport interface A { b: B }\n",
      'server/src/platform/b.ts': "import { type A } from './a.ts';\nexport interface B { a: A }\n",
    });
    expect(found).toEqual([]);
  });

  test('this repository', () => {
    const files = readTree(fileURLToPath(new URL('..', import.meta.url)));
    expect(files.size).toBeGreaterThan(80);
    expect(listViolations(files)).toEqual([]);
  });
});
