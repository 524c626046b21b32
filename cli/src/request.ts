import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import {
  listCliArguments,
  listCliFlags,
  hasOpenBody,
  hasOpenQuery,
  type CliFlag,
} from '@daybook/contract/cli-names';
import { binary } from '@daybook/contract/envelopes';
import { formatIssue } from '@daybook/contract/messages';
import type { AnyRoute } from '@daybook/contract/route';
import type { z } from 'zod';
import type { Flag, ParsedArguments, Values } from './arguments.ts';
import { UsageError, WrongFields } from './failures.ts';
import type { Io } from './io.ts';

/** From the command line to a request, checked against the contract before it is sent. */

export interface RequestInput {
  readonly params: Record<string, string>;
  readonly query: Record<string, unknown>;
  readonly body?: unknown;
  readonly contentType?: string;
}

/** The flags of an operation, as they are parsed and shown. */
export function buildRequestFlags(route: AnyRoute): Flag[] {
  return [
    ...listCliFlags(route).map(shown),
    ...(hasOpenBody(route)
      ? [
          {
            name: 'set',
            value: 'NAME=VALUE',
            isList: true,
            meaning: 'An attribute; JSON values are parsed',
          },
        ]
      : []),
    ...(hasOpenQuery(route)
      ? [
          {
            name: 'filter-by',
            value: 'NAME=VALUE',
            isList: true,
            meaning: 'Only records with this attribute value',
          },
        ]
      : []),
    ...(route.body
      ? [{ name: 'data', value: 'JSON', meaning: 'Request body: JSON, @FILE, or - for standard input' }]
      : []),
    ...(route.takes
      ? [
          {
            name: 'file',
            value: 'FILE',
            meaning: `The file to send: ${route.takes.join(', ')}`,
            isRequired: true,
          },
        ]
      : []),
  ];
}

function shown({ name, type, format = '', isList, isRequired, choices, meaning, example }: CliFlag): Flag {
  const value =
    type === 'boolean' ? undefined : type === 'text' ? (formats[format] ?? 'TEXT') : type.toUpperCase();
  const hint = meaning ?? (example === undefined || choices.length > 0 ? undefined : `Such as ${example}`);
  const choice = choices.length > 0 ? choices.join('|') : value;
  return { name, value: choice, isList, isRequired, choices, meaning: hint };
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'TIME',
  date: 'DATE',
  email: 'EMAIL',
  uri: 'URL',
  uuid: 'UUID',
};

export async function buildRequest(
  route: AnyRoute,
  { args, values }: ParsedArguments,
  io: Io,
): Promise<RequestInput> {
  const names = listCliArguments(route);
  const missing = names.slice(args.length).map(({ name }) => `<${name}>`);
  if (missing.length > 0)
    throw new UsageError(`${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`);
  const flags = listCliFlags(route);
  const extra = args[names.length];
  if (extra !== undefined) {
    const needed = flags.find(({ name, isRequired }) => isRequired && !values.has(name));
    const hint = needed ? ` Did you mean --${needed.name} ${extra}?` : '';
    throw new UsageError(`Unexpected argument ${extra}.${hint}`);
  }
  const params = Object.fromEntries(names.map(({ field }, index) => [field, args[index] ?? '']));
  const query = {
    ...given(
      flags.filter((flag) => flag.in === 'query'),
      values,
      queryValue,
    ),
    ...Object.fromEntries(pairs(values, 'filter-by').map(([name, value]) => [`filter[${name}]`, value])),
  };
  if (route.takes)
    return { params, ...(await fileOf(route.takes, values, io)), query: named(route, query, values) };
  const body = route.body && (await bodyOf(flags, values, io));
  rejectWrong(route, flags, { query, body });
  return { params, query, ...(body !== undefined && { body }) };
}

type FlagReader = (flag: CliFlag, text: string) => unknown;

function given(flags: readonly CliFlag[], values: Values, read: FlagReader): Record<string, unknown> {
  return Object.fromEntries(
    flags.flatMap((flag) => {
      const texts = values.get(flag.name);
      if (!texts) return [];
      const isNull = flag.isNullable && texts.length === 1 && texts[0] === 'null';
      const value = isNull
        ? null
        : flag.isList
          ? texts.map((text) => read(flag, text))
          : read(flag, texts[0] ?? '');
      return [[flag.field, value]];
    }),
  );
}

/** An address has nothing but text, and switches in it are digits. */
function queryValue({ type }: CliFlag, text: string): string {
  return type === 'boolean' ? text.replace(/^true$/, '1').replace(/^false$/, '0') : text;
}

/** What can't be read stays text, and the contract says what is wrong with it. */
function bodyValue(flag: CliFlag, text: string): unknown {
  if (flag.type === 'number') return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  if (flag.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return flag.type === 'json' ? jsonOrText(text) : text;
}

async function bodyOf(flags: readonly CliFlag[], values: Values, io: Io): Promise<unknown> {
  const data = values.get('data')?.[0];
  const whole = data === undefined ? {} : await readData(data, io);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return whole;
  return {
    ...whole,
    ...given(
      flags.filter((flag) => flag.in === 'body'),
      values,
      bodyValue,
    ),
    ...Object.fromEntries(pairs(values, 'set').map(([name, text]) => [name, jsonOrText(text)])),
  };
}

async function readData(data: string, io: Io): Promise<unknown> {
  const text = data === '-' ? await io.input.read() : data.startsWith('@') ? readText(data.slice(1)) : data;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UsageError(
      `--data must be JSON, @FILE, or - for standard input: ${(error as Error).message}.`,
      { cause: error },
    );
  }
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('@') ? readText(text.slice(1)) : text) as unknown;
  } catch {
    return text;
  }
}

function pairs(values: Values, name: string): [string, string][] {
  return (values.get(name) ?? []).map((text) => {
    const [, key, value] = /^([^=]+)=([^]*)$/.exec(text) ?? [];
    if (key === undefined || value === undefined)
      throw new UsageError(`--${name} needs NAME=VALUE, not ${text}.`);
    return [key, value];
  });
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.ndjson': 'application/x-ndjson',
  '.jsonl': 'application/x-ndjson',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

/** A file that has no other name keeps its own. */
function named(
  { query: { shape } }: AnyRoute,
  query: Readonly<Record<string, unknown>>,
  values: Values,
): Record<string, unknown> {
  const path = values.get('file')?.[0] ?? '-';
  return { ...('name' in shape && path !== '-' && { name: basename(path) }), ...query };
}

async function fileOf(
  takes: readonly string[],
  values: Values,
  io: Io,
): Promise<{ body: unknown; contentType: string }> {
  const path = values.get('file')?.[0];
  if (path === undefined)
    throw new WrongFields({ '--file': ['Missing file; give the path of the file to send.'] });
  const [only = ''] = takes;
  const isAny = path === '-' || only === binary;
  const contentType = isAny ? only : mediaTypes[extname(path).toLowerCase()];
  if (contentType === undefined || !takes.includes(contentType)) {
    throw new WrongFields({
      '--file': [`Must be one of: ${takes.join(', ')}. The file has another extension.`],
    });
  }
  return { body: path === '-' ? await io.input.read() : readBytes(path), contentType };
}

const readText = (path: string): string => readBytes(path).toString('utf8');

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`${path} can’t be read (${(error as NodeJS.ErrnoException).code}).`, {
      cause: error,
    });
  }
}

/** All at once, by the names of their flags. */
function rejectWrong(
  route: AnyRoute,
  flags: readonly CliFlag[],
  { query, body }: { query: unknown; body: unknown },
): void {
  const wrong: Record<string, string[]> = {};
  const check = (schema: z.ZodType, value: unknown) => {
    const { error } = schema.safeParse(value, { error: formatIssue });
    for (const { path, message } of error?.issues ?? []) {
      const said = (wrong[getFlagName(flags, path)] ??= []);
      if (!said.includes(message)) said.push(message);
    }
  };
  check(route.query, query);
  if (route.body) check(route.body, body);
  if (Object.keys(wrong).length > 0) throw new WrongFields(wrong);
}

/** `locations.0.type` of a refusal is `--locations.0.type`. */
export function getFlagName(flags: readonly CliFlag[], path: readonly PropertyKey[]): string {
  const [field = '', ...rest] = path.map(String);
  const flag = flags.find((candidate) => candidate.field === field);
  return [flag ? `--${flag.name}` : field === '' ? '--data' : field, ...rest].join('.');
}
