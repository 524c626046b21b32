import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { email, timeZone } from '@daybook/contract/fields';
import { z } from 'zod';
import { findWorkspace } from '../identity/public.ts';
import {
  decodeText,
  createLeftOutList,
  importData,
  openSource,
  parseCalcom,
  parseCalendly,
  parseCalendlyCsv,
  parseContacts,
  parseIcs,
  combineContents,
  type Contents,
  type Documents,
  type LeftOutList,
  type Product,
} from '../importers/public.ts';
import { formatReport, openList } from './import-report.ts';
import {
  checkOptions,
  createProgressLine,
  readSecret,
  UsageError,
  withRuntime,
  parseWorkspace,
  workspaceOption,
  type Command,
  type Values,
} from './tools.ts';
import type { Config } from '../platform/config.ts';
import { StartError } from '../platform/start-error.ts';
import { getZone } from '../platform/zones.ts';

/** From another product into a workspace. */

const zoneOption = ['ZONE', 'IANA time zone of times that have none; default: UTC'] as const;
const reportOption = [
  'FILE',
  'Write everything that is not imported to this CSV file, one line per item',
] as const;
const common = { workspace: workspaceOption, report: reportOption };
const flags = { 'dry-run': 'Show what would be imported without changing anything' };
const fetchOptions = (folder: string, base: string) => ({
  folder: [
    'PATH',
    `Without files: folder for downloaded data, to resume after an interruption; default: ${folder}`,
  ] as const,
  api: ['URL', `Without files: URL of the API; default: ${base}`] as const,
});
const fetchFlags = { ...flags, again: 'Without files: download everything again, even what the folder has' };

/** Products whose API can be read here. */
const products = {
  calendly: {
    name: 'Calendly',
    base: 'https://api.calendly.com',
    folder: 'calendly-export',
    variable: 'CALENDLY_TOKEN',
    parse: parseCalendly,
  },
  calcom: {
    name: 'Cal.com',
    base: 'https://api.cal.com/v2',
    folder: 'calcom-export',
    variable: 'CAL_API_KEY',
    parse: parseCalcom,
  },
};

export const importCommands: readonly Command[] = [
  {
    name: 'import calendly',
    does: 'Import users, schedules, booking pages and bookings from Calendly, with an admin’s token or from files',
    arguments: '[FILE...]',
    options: {
      ...common,
      ...fetchOptions(products.calendly.folder, products.calendly.base),
      timezone: zoneOption,
    },
    flags: fetchFlags,
    run: (config, values, files) =>
      run(config, values, 'calendly', async (now, leftOut) => {
        if (files.length === 0) return fetchAll('calendly', values, now, leftOut);
        const zone = getZone(zoneIn(values));
        const [tables, documents] = [files.filter(isCsv), files.filter((file) => !isCsv(file))];
        return combineContents([
          await parseCalendly(documentsIn(documents), leftOut),
          ...tables.map((file) => parseCalendlyCsv(textIn(file), zone, leftOut)),
        ]);
      }),
  },
  {
    name: 'import calcom',
    does: 'Import users, teams, schedules, booking pages and bookings from Cal.com, with an admin’s key or from files',
    arguments: '[FILE...]',
    options: { ...common, ...fetchOptions(products.calcom.folder, products.calcom.base) },
    flags: fetchFlags,
    run: (config, values, files) =>
      run(config, values, 'calcom', (now, leftOut) =>
        files.length === 0
          ? fetchAll('calcom', values, now, leftOut)
          : parseCalcom(documentsIn(files), leftOut),
      ),
  },
  {
    name: 'import ics',
    does: 'Import the events in a calendar file as bookings of one user',
    arguments: 'FILE...',
    options: { host: ['EMAIL', 'Owner of the calendar'], ...common, timezone: zoneOption },
    flags,
    run(config, values, files) {
      const { host } = checkOptions(z.object({ host: email }), values);
      const zone = getZone(zoneIn(values));
      return run(config, values, 'ics', async (now, leftOut) =>
        combineContents(
          await Promise.all(files.map((file) => parseIcs(textIn(file), { host, zone, now }, leftOut))),
        ),
      );
    },
  },
  {
    name: 'import csv',
    does: 'Import contacts as people in the CRM, matched by email address',
    arguments: 'FILE...',
    options: common,
    flags,
    run: (config, values, files) =>
      run(config, values, 'csv', (_, leftOut) =>
        combineContents(files.map((file) => parseContacts(textIn(file), leftOut))),
      ),
  },
];

const isCsv = (file: string): boolean => /\.csv$/i.test(file);
const zoneIn = (values: Values): string =>
  checkOptions(z.object({ timezone: timeZone.default('UTC') }), values).timezone;

/** One file after the other, so that few are in memory at once. */
const documentsIn =
  (files: readonly string[]): Documents =>
  () =>
    jsonsIn(files);

function* jsonsIn(files: readonly string[]): Generator<unknown> {
  for (const file of files) yield jsonIn(file);
}

function textIn(file: string): string {
  const text = decodeText(bytesIn(file));
  if (text === undefined)
    throw new UsageError(`${file} isn’t UTF-8 text; save it as UTF-8 (in a spreadsheet: CSV UTF-8).`);
  return text;
}

function bytesIn(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UsageError(`${file} can’t be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(textIn(file));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} isn’t valid JSON.`, { cause: error });
    throw error;
  }
}

/** Reads an account by its API. The token is never an argument, which others on the machine could read. */
async function fetchAll(
  product: Product,
  values: Values,
  now: Date,
  leftOut: LeftOutList,
): Promise<Contents> {
  const { name, base, folder, variable, parse } = products[product];
  const shape = z.object({ folder: z.string().min(1).default(folder), api: z.url().default(base) });
  const given = checkOptions(shape, values);
  const token =
    process.env[variable] || (await readSecret(`${name} token: `, `Set ${variable} to a ${name} token.`));
  const progress = createProgressLine();
  const said = new Set<string>();
  const counts = new Map<string, number>();
  const api = {
    name,
    base: given.api.replace(/\/+$/, ''),
    token,
    fetch: globalThis.fetch,
    wait: (ms: number) => wait(ms),
    onWait: progress.note,
  };
  const documents = await openSource(product, api, now, {
    folder: given.folder,
    isAgain: values['again'] === 'true',
    onFetch: {
      count(noun, more = 1, total) {
        counts.set(noun, (counts.get(noun) ?? 0) + more);
        progress.show(`Reading ${noun}`, counts.get(noun) ?? 0, total);
      },
      say: (sentence) => void said.add(sentence),
    },
  });
  progress.end();
  for (const sentence of said) console.error(sentence);
  return parse(documents, leftOut);
}

async function run(
  config: Config,
  values: Values,
  source: string,
  read: (now: Date, leftOut: LeftOutList) => Contents | Promise<Contents>,
): Promise<number> {
  const which = parseWorkspace(values['workspace']);
  const isDryRun = values['dry-run'] === 'true';
  const list = openList(values['report']);
  const leftOut = createLeftOutList(list.write);
  const progress = createProgressLine();
  const report = await withRuntime(config, async (runtime) => {
    const { id } = await findWorkspace(runtime, which ?? {});
    const contents = await readOrExplain(() => read(runtime.clock.now(), leftOut));
    return importData(runtime, { workspaceId: id, source, contents, isDryRun, onProgress: progress.show });
  });
  progress.end();
  await list.end();
  console.log(formatReport(report, isDryRun));
  return 0;
}

async function readOrExplain(read: () => Contents | Promise<Contents>): Promise<Contents> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UsageError || error instanceof StartError) throw error;
    throw new StartError(`The file can’t be read: ${(error as Error).message}`, { cause: error });
  }
}
