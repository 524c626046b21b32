import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Client } from '@daybook/client';
import {
  listCliArguments,
  listCliFlags,
  formatCliLine,
  getCliName,
  getCliNoun,
} from '@daybook/contract/cli-names';
import { tagTexts } from '@daybook/contract/openapi';
import type { AnyRoute } from '@daybook/contract/route';
import { routes } from '@daybook/contract/routes';
import type { Flag, ParsedArguments, Values } from './arguments.ts';
import { isRow, type Row } from './cells.ts';
import { jsonFlag, serverFlags, type Command } from './command.ts';
import { exitCodes, Refusal, UsageError, WrongFields } from './failures.ts';
import { printNote, print, applyStyle, type Io } from './io.ts';
import { showProgress } from './progress.ts';
import { getFlagName, buildRequestFlags, buildRequest, type RequestInput } from './request.ts';
import { connectToServer } from './settings.ts';
import { formatDetails, formatTable } from './table.ts';

/** Every operation of the contract as a command. */

export function buildOperationCommands(declared: ReadonlyMap<string, AnyRoute> = routes): Command[] {
  return [...declared].map(([operation, route]) => commandOf(operation, route));
}

/** What each noun is about, in the order of the reference. */
export const nouns: ReadonlyMap<string, string> = new Map(
  (Object.keys(tagTexts) as (keyof typeof tagTexts)[]).map((tag) => [getCliNoun(tag), tagTexts[tag]]),
);

function commandOf(operation: string, route: AnyRoute): Command {
  return {
    name: getCliName(operation, route),
    group: getCliNoun(route.tag),
    does: route.summary,
    more: route.description,
    args: listCliArguments(route).map(({ name }) => `<${name}>`),
    flags: () => [...buildRequestFlags(route), ...outputFlags(operation, route), ...serverFlags],
    examples: () => examplesOf(operation, route),
    flagOf: (field) => getFlagName(listCliFlags(route), field.split('.')),
    run: (given, io) => run(operation, route, given, io),
  };
}

function outputFlags(operation: string, { returns, method }: AnyRoute): Flag[] {
  if (returns.at === '~')
    return [{ name: 'output', value: 'FILE', meaning: 'Where to write it; standard output unless said' }];
  return [
    ...(returns.at === '[]'
      ? [
          { name: 'limit', value: 'NUMBER', meaning: 'Items per page, 1 to 100; default: 20' },
          { name: 'page', value: 'NUMBER', meaning: 'Page number' },
          { name: 'all', meaning: 'List all pages' },
        ]
      : []),
    ...(operation === 'createImport' ? [{ name: 'wait', meaning: 'Wait until the import is done' }] : []),
    ...(method === 'DELETE' ? [{ name: 'yes', meaning: 'Skip the confirmation' }] : []),
    jsonFlag,
  ];
}

function examplesOf(operation: string, route: AnyRoute): string[] {
  const line = formatCliLine(operation, route);
  if (route.returns.at === '~') return [`${line} --output FILE`];
  return [line, ...(route.returns.at === '[]' ? [`${line} --all --json`] : [])];
}

type Call = (input: RequestInput & { signal: AbortSignal }) => Promise<unknown>;

async function run(operation: string, route: AnyRoute, given: ParsedArguments, io: Io): Promise<number> {
  const input = { ...(await buildRequest(route, given, io)), signal: io.signal };
  if (route.method === 'DELETE') await confirm(route, given, io);
  const { api } = connectToServer(io, given.values);
  if (route.returns.at === '[]') return list(operation, route, input, given.values, { api, io });
  const call = api[operation as keyof Client] as Call;
  const value = await call(input);
  if (route.returns.at === '~') await save(value as Response, given.values.get('output')?.[0], io);
  else if (operation === 'createImport' && given.values.has('wait'))
    await follow(value as Import, api, given.values, io);
  else show(value, given.values, io, sentenceOf(route));
  return exitCodes.done;
}

/** What is deleted is gone, so a person is asked; a script has been read by one. */
async function confirm(
  { summary }: AnyRoute,
  { args, values }: ParsedArguments,
  { input }: Io,
): Promise<void> {
  if (!input.isTerminal || values.has('yes')) return;
  const answer = await input.ask(`${summary}${args.length > 0 ? ` (${args.join(', ')})` : ''}? [y/N] `);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new Refusal('Nothing was changed.');
}

/** The sentence with which the API answers, where it answers with nothing else. */
function sentenceOf({ returns }: AnyRoute): string {
  const said = returns.at === '' ? returns.wrap(undefined as never, undefined as never) : undefined;
  return isRow(said) && typeof said['message'] === 'string' ? said['message'] : 'Done.';
}

function show(value: unknown, values: Values, io: Io, sentence: string): void {
  if (values.has('json')) print(io, JSON.stringify(value ?? {}, null, 2));
  else if (value === undefined) print(io, sentence);
  else if (Array.isArray(value) && value.every(isRow))
    print(io, value.length === 0 ? 'No results.' : tableOf(value, io));
  else print(io, isRow(value) ? formatDetails(value, tableOptions(io)) : String(value as string));
}

function tableOf(rows: readonly Row[], io: Io): string {
  return formatTable(rows, tableOptions(io));
}

function tableOptions(io: Io) {
  const { isTerminal, columns } = io.out;
  return { columns, isForPeople: isTerminal, bold: (text: string) => applyStyle(io, io.out, 'bold', text) };
}

interface Means {
  readonly api: Client;
  readonly io: Io;
}

const maxOnPage = 100;

async function list(
  operation: string,
  { returns: { paging } }: AnyRoute,
  input: RequestInput,
  values: Values,
  { api, io }: Means,
): Promise<number> {
  const isAll = values.has('all');
  const limit = isAll ? maxOnPage : wholeNumber(values, 'limit', 20, maxOnPage);
  const number = wholeNumber(values, 'page', 1, Infinity);
  if (isAll && (values.has('limit') || values.has('page')))
    throw new UsageError('--all lists everything; omit --limit and --page.');
  const query = { ...input.query, [paging?.size ?? 'count']: limit, page: number };
  const call = api[operation as keyof Client] as Call;
  const page = (await call({ ...input, query, signal: io.signal })) as Page;
  const items = isAll ? await everything(page, call, input, io) : page.items;
  if (values.has('json')) print(io, JSON.stringify(items, null, 2));
  else print(io, items.length === 0 ? 'No results.' : tableOf(items, io));
  if (!isAll && page.next !== null && io.err.isTerminal) {
    const text = `\n${items.length} of ${page.total}. Use --page ${number + 1} for the next page, or --all.`;
    printNote(io, applyStyle(io, io.err, 'dim', text));
  }
  return exitCodes.done;
}

interface Page {
  readonly items: Row[];
  readonly total: number;
  readonly next: string | null;
}

/** Follows the pages, with a bar while that takes long. */
async function everything(first: Page, call: Call, input: RequestInput, io: Io): Promise<Row[]> {
  if (first.next === null) return first.items;
  const bar = showProgress(io, 'read');
  const items = [...first.items];
  try {
    let next: string | null = first.next;
    while (next !== null) {
      bar.show(items.length, first.total);
      const page = (await call({ ...input, query: queryOf(next), signal: io.signal })) as Page;
      items.push(...page.items);
      next = page.next;
    }
  } finally {
    bar.end();
  }
  return items;
}

function queryOf(address: string): Record<string, string[]> {
  const { searchParams } = new URL(address, 'http://localhost');
  return Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]));
}

function wholeNumber(values: Values, name: string, fallback: number, most: number): number {
  const text = values.get(name)?.[0];
  const value = text === undefined ? fallback : Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  const range = most === Infinity ? 'of 1 or more' : `from 1 to ${most}`;
  throw new WrongFields({ [`--${name}`]: [`Must be a whole number ${range}.`] });
}

async function save({ body, headers }: Response, path: string | undefined, io: Io): Promise<void> {
  const bar = showProgress(io, 'bytes');
  const total = Number(headers.get('content-length')) || undefined;
  let done = 0;
  async function* parts() {
    for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
      done += part.length;
      if (path !== undefined) bar.show(done, total);
      yield part;
    }
  }
  try {
    if (path === undefined) for await (const part of parts()) io.out.write(part);
    else await pipeline(parts, createWriteStream(path));
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new Refusal(`${path} can’t be written (${code}).`, { cause: error });
  } finally {
    bar.end();
  }
  if (path !== undefined && io.err.isTerminal) printNote(io, `${path}: ${done} bytes.`);
}

interface Import {
  readonly id: string;
  readonly status: string;
  readonly rowsDone: number;
  readonly rowsTotal: number;
  readonly message: string | null;
}

const everyMs = 500;

async function follow(started: Import, api: Client, values: Values, io: Io): Promise<void> {
  const bar = showProgress(io, 'rows');
  let current = started;
  try {
    while (current.status === 'pending' || current.status === 'running') {
      bar.show(current.rowsDone, current.rowsTotal);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
      io.signal.throwIfAborted();
      current = await api.readImport({ params: { importId: started.id }, signal: io.signal });
    }
  } finally {
    bar.end();
  }
  show(current, values, io, '');
  if (current.status === 'failed') throw new Refusal(current.message ?? 'The import failed.');
}
