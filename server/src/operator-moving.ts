import { readFileSync } from 'node:fs';
import { email, timeZone } from '@daybook/contract/fields';
import { z } from 'zod';
import { findWorkspace } from './identity/public.ts';
import {
  decodeText,
  moveIn,
  parseCalcom,
  parseCalendly,
  parseCalendlyCsv,
  parseContacts,
  parseIcs,
  together,
  type Contents,
  type Report,
} from './moving/public.ts';
import {
  check,
  progressLine,
  UsageError,
  withRuntime,
  workspaceFrom,
  workspaceOption,
  type Command,
  type Values,
} from './operator-tools.ts';
import type { Config } from './platform/config.ts';
import { StartError } from './platform/start-error.ts';
import { zoneNamed } from './platform/zones.ts';

/** From another product into a workspace. */

const zoneOption = ['ZONE', 'IANA time zone of times that are written without one; default: UTC'] as const;
const flags = { 'dry-run': 'Say what would be taken over, and change nothing' };

export const movingCommands: readonly Command[] = [
  {
    name: 'import calendly',
    does: "Take over users, schedules, pages and bookings from answers of Calendly's API, or events from its CSV",
    arguments: 'FILE...',
    options: { workspace: workspaceOption, timezone: zoneOption },
    flags,
    run: (config, values, files) =>
      run(config, values, 'calendly', () => {
        const zone = zoneNamed(zoneIn(values));
        const [tables, documents] = [files.filter(isCsv), files.filter((file) => !isCsv(file))];
        return together([
          parseCalendly(documents.map(jsonIn)),
          ...tables.map((file) => parseCalendlyCsv(textIn(file), zone)),
        ]);
      }),
  },
  {
    name: 'import calcom',
    does: "Take over users, schedules, pages and bookings from answers of Cal.com's API",
    arguments: 'FILE...',
    options: { workspace: workspaceOption },
    flags,
    run: (config, values, files) => run(config, values, 'calcom', () => parseCalcom(files.map(jsonIn))),
  },
  {
    name: 'import ics',
    does: 'Take over the meetings of a calendar file as bookings of one user',
    arguments: 'FILE...',
    options: { host: ['EMAIL', 'Whose calendar it is'], workspace: workspaceOption, timezone: zoneOption },
    flags,
    run(config, values, files) {
      const { host } = check(z.object({ host: email }), values);
      const zone = zoneNamed(zoneIn(values));
      return run(config, values, 'ics', async (now) =>
        together(await Promise.all(files.map((file) => parseIcs(textIn(file), host, zone, now)))),
      );
    },
  },
  {
    name: 'import csv',
    does: 'Take over contacts as people of the CRM, found again by their addresses',
    arguments: 'FILE...',
    options: { workspace: workspaceOption },
    flags,
    run: (config, values, files) =>
      run(config, values, 'csv', () => together(files.map((file) => parseContacts(textIn(file))))),
  },
];

const isCsv = (file: string): boolean => /\.csv$/i.test(file);
const zoneIn = (values: Values): string =>
  check(z.object({ timezone: timeZone.default('UTC') }), values).timezone;

function textIn(file: string): string {
  const text = decodeText(bytesIn(file));
  if (text === undefined)
    throw new UsageError(`${file} is not text in UTF-8; save it as that, in a spreadsheet as CSV UTF-8.`);
  return text;
}

function bytesIn(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`${file} can't be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(textIn(file));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} holds no JSON.`, { cause: error });
    throw error;
  }
}

async function run(
  config: Config,
  values: Values,
  source: string,
  read: (now: Date) => Contents | Promise<Contents>,
): Promise<number> {
  const which = workspaceFrom(values['workspace']);
  const isDryRun = values['dry-run'] === 'true';
  const progress = progressLine();
  const report = await withRuntime(config, async (runtime) => {
    const { id } = await findWorkspace(runtime, which ?? {});
    const contents = await readOrExplain(() => read(runtime.clock.now()));
    return moveIn(runtime, { workspaceId: id, source, contents, isDryRun, onProgress: progress.show });
  });
  progress.end();
  console.log(textOf(report, isDryRun));
  return 0;
}

async function readOrExplain(read: () => Contents | Promise<Contents>): Promise<Contents> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new StartError(`The files can't be read: ${(error as Error).message}`, { cause: error });
  }
}

function textOf({ clashes, leftOut, ...counts }: Report, isDryRun: boolean): string {
  const lines = Object.entries(counts).flatMap(([noun, { added, found }]) =>
    added + found > 0 ? [`  ${noun.padEnd(10)} ${added} added, ${found} there already`] : [],
  );
  return [
    isDryRun ? 'This would be taken over; nothing was changed.' : 'Taken over:',
    ...(lines.length > 0 ? lines : ['  nothing']),
    ...section('Taken over, though the host has something else at the time:', clashes),
    ...section(
      'Not taken over:',
      leftOut.map(({ what, why }) => `${what}: ${why}`),
    ),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', title, ...lines.map((line) => `  ${line}`)] : [];
}
