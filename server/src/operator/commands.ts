import { parseArgs, type ParseArgsConfig } from 'node:util';
import { email, line, timeZone, uuid } from '@daybook/contract/fields';
import { newToken } from '@daybook/contract/identity';
import { scopes } from '@daybook/contract/scopes';
import { z } from 'zod';
import { createToken, createWorkspace, findWorkspace, setPlan } from '../identity/public.ts';
import { accountCommands } from './accounts.ts';
import { cellCommands } from './cells.ts';
import {
  checkOptions,
  runOnDatabase,
  UsageError,
  withRuntime,
  parseWorkspace,
  workspaceOption,
  type Command,
  type Values,
} from './tools.ts';
import { mailCommands } from './mail.ts';
import { listEffects, retryEffects, type Answer } from './effects.ts';
import { importCommands } from './import.ts';
import { migrateCommand } from './migrate.ts';
import { freezeCommands } from './freeze.ts';
import { moveCommand } from './move.ts';
import { platformCommands } from './platforms.ts';
import { transferCommands } from './transfer.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import { readConfig } from '../configuration.ts';
import type { Config } from '../platform/config.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import { diagnose } from '../platform/doctor.ts';
import { Problem } from '../platform/problems.ts';
import { StartError } from '../platform/start-error.ts';

const commands: readonly Command[] = [
  {
    name: 'workspace create',
    does: 'Create a workspace, and show its owner’s password and token once',
    options: {
      owner: ['EMAIL', 'The owner’s email address'],
      name: ['NAME', 'Name of the workspace; default: My workspace'],
      timezone: ['ZONE', 'IANA time zone of the workspace and its owner; default: UTC'],
      'first-name': ['NAME', 'The owner’s first name; default: Workspace'],
      'last-name': ['NAME', 'The owner’s last name; default: Owner'],
    },
    run: workspaceCreate,
  },
  {
    name: 'token create',
    does: 'Create an API token, and show it once',
    options: {
      user: ['EMAIL', 'Owner of the token'],
      scopes: ['LIST', 'Comma-separated scopes, or all'],
      name: ['NAME', 'Name of the token; default: Operator’s token'],
      expires: ['TIME', 'When it expires, as an ISO 8601 time with an offset; default: never'],
      workspace: workspaceOption,
    },
    run: tokenCreate,
  },
  {
    name: 'plan set <active|inactive>',
    does: 'Activate or deactivate the paid plan of a workspace; without one, booking and availability answer 403',
    options: { plan: ['NAME', 'Name of the plan; default: unchanged'], workspace: workspaceOption },
    run: planSet,
  },
  ...accountCommands,
  ...platformCommands,
  ...mailCommands,
  ...transferCommands,
  ...importCommands,
  ...cellCommands,
  moveCommand,
  ...freezeCommands,
  migrateCommand,
  {
    name: 'effects list',
    does: 'List failed effects of bookings, forms, calls and notes: given up, or waiting for a retry',
    options: {},
    run: (config) => onEffects(config, listEffects),
  },
  {
    name: 'effects retry',
    does: 'Retry failed effects now',
    options: { id: ['UUID', 'An effect from the list; default: all'] },
    run: (config, values) =>
      onEffects(config, retryEffects(checkOptions(z.object({ id: uuid.optional() }), values))),
  },
  {
    name: 'doctor',
    does: 'Check the installation; exits with 1 if something is wrong',
    options: {},
    run: doctor,
  },
];

/** The exit code of the command that these arguments name. */
export const runCommand = (args: string[]): Promise<number> => main(args).catch(fail);

async function main(args: string[]): Promise<number> {
  const command = commands.find(({ name }) => wordsOf(name).every((word, index) => args[index] === word));
  const wantsHelp = args.includes('--help') || args.includes('-h');
  if (!command) {
    if (args.length > 0 && !wantsHelp) throw new UsageError(`Unknown command ${args.join(' ')}; try --help.`);
    console.log(overview());
    return args.length > 0 ? 0 : 2;
  }
  if (wantsHelp) {
    console.log(usage(command));
    return 0;
  }
  const { values, positionals } = parse(command, args.slice(wordsOf(command.name).length));
  return command.run(readConfig(process.env), values, positionals);
}

const wordsOf = (name: string): string[] => name.split(' ').filter((part) => !part.startsWith('<'));
const argumentOf = (name: string): string[] => /<(.+)>/.exec(name)?.[1]?.split('|') ?? [];

function parse(command: Command, args: string[]): { values: Values; positionals: string[] } {
  const options: ParseArgsConfig['options'] = {};
  for (const name of Object.keys(command.options)) options[name] = { type: 'string' };
  for (const name of Object.keys(command.flags ?? {})) options[name] = { type: 'boolean' };
  const { values: given, positionals } = parseStrictly(args, options);
  const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  const [argument] = positionals;
  const accepted = argumentOf(command.name);
  if (accepted.length > 0 && !accepted.includes(argument ?? ''))
    throw new UsageError(`Must be ${accepted.join(' or ')}.`);
  if (command.arguments && !command.arguments.startsWith('[') && argument === undefined)
    throw new UsageError(`Missing argument ${command.arguments.replace('...', '')}; try --help.`);
  const most = /\.\.\.\]?$/.test(command.arguments ?? '')
    ? Infinity
    : command.arguments || accepted.length > 0
      ? 1
      : 0;
  if (positionals.length > most)
    throw new UsageError(`Unexpected argument ${positionals[most]}; try --help.`);
  return { values: { ...values, argument }, positionals };
}

function parseStrictly(args: string[], options: ParseArgsConfig['options']) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const said = (error as Error).message.split(/\n|\. /)[0] ?? '';
    throw new UsageError(`${said.replace(/\.$/, '')}; try --help.`, { cause: error });
  }
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, does }) => `  ${name.padEnd(width)}  ${does}`);
  const database =
    'Uses the database at DATABASE_URL, or the embedded one in DATA_DIR, whether or not the server is running.';
  return `Usage: daybook <command> [options]\n\n${lines.join('\n')}\n\n${database}`;
}

function usage({ name, does, options, flags = {}, arguments: follows = '' }: Command): string {
  const rows = [
    ...Object.entries(options).map(
      ([option, [value, meaning]]) => [`--${option} ${value}`, meaning] as const,
    ),
    ...Object.entries(flags).map(([flag, meaning]) => [`--${flag}`, meaning] as const),
  ];
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  const lines = rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
  return [
    `Usage: daybook ${name}${follows && ` ${follows}`}${rows.length > 0 ? ' [options]' : ''}`,
    '',
    `${does}.`,
    '',
    ...lines,
  ]
    .join('\n')
    .trimEnd();
}

async function workspaceCreate(config: Config, values: Values): Promise<number> {
  const given = checkOptions(
    z.object({
      owner: email,
      name: line(100).default('My workspace'),
      timezone: timeZone.default('UTC'),
      'first-name': line(100).default('Workspace'),
      'last-name': line(100).default('Owner'),
    }),
    values,
  );
  const { owner, name, timezone, 'first-name': firstName, 'last-name': lastName } = given;
  const workspace = {
    name,
    timezone,
    owner: { email: owner, firstName, lastName, timezone, language: 'en' },
  };
  const keys = await withRuntime(config, (runtime) => createWorkspace(runtime, workspace));
  console.log(
    `Shown only once:\n\n  Email      ${keys.email}\n  Password   ${keys.password}\n  API token  ${keys.token}`,
  );
  return 0;
}

async function tokenCreate(config: Config, values: Values): Promise<number> {
  const shape = z.object({ user: email, scopes: z.string(), name: z.string().default('Operator’s token') });
  const given = checkOptions(shape, values);
  const list = given.scopes === 'all' ? scopes : given.scopes.split(',').map((scope) => scope.trim());
  const renamed = { scopes: list, name: given.name, expires: values['expires'] };
  const { expires, ...wanted } = checkOptions(
    newToken.omit({ expiresAt: true }).extend({ expires: newToken.shape.expiresAt }),
    renamed,
  );
  const which = parseWorkspace(values['workspace']);
  const token = await withRuntime(config, async (runtime) => {
    const { id } = await findWorkspace(runtime, which ?? { email: given.user });
    const fields = { ...wanted, expiresAt: expires, userEmail: given.user };
    return runInWorkspace(runtime, createSystemActor(id), (ctx) => createToken(ctx, fields));
  });
  console.log(`Shown only once:\n\n  API token  ${token.secret}`);
  return 0;
}

async function planSet(config: Config, values: Values): Promise<number> {
  const { plan } = checkOptions(z.object({ plan: line(100).optional() }), values);
  const active = values['argument'] === 'active';
  const which = parseWorkspace(values['workspace']);
  const row = await withRuntime(config, async (runtime) => {
    const { id } = await findWorkspace(runtime, which ?? {});
    return runInWorkspace(runtime, createSystemActor(id), (ctx) => setPlan(ctx, { active, plan }));
  });
  console.log(`The plan ${row.plan} of ${row.name} is ${active ? 'active' : 'inactive'}.`);
  return 0;
}

/** What `work` says of effects, and its exit code. */
async function onEffects(config: Config, work: (runtime: Runtime) => Promise<Answer>): Promise<number> {
  const { text, code } = await withRuntime(config, work);
  console.log(text);
  return code;
}

async function doctor(config: Config): Promise<number> {
  const findings = await runOnDatabase(config, (connection) => diagnose(config, connection));
  for (const { ok, text } of findings) console.log(`${ok ? 'ok   ' : 'wrong'}  ${text}`);
  return findings.every(({ ok }) => ok) ? 0 : 1;
}

/** What a person can fix is one sentence; anything else is a bug and shows its stack. */
function fail(error: unknown): number {
  if (error instanceof Problem) {
    const { errors } = error.body as { errors?: Record<string, string[]> };
    const fields = Object.entries(errors ?? {}).map(([field, said]) => `${field}: ${said.join(' ')}`);
    console.error(errors ? fields.join(' ') : error.message);
  } else console.error(error instanceof StartError || error instanceof UsageError ? error.message : error);
  return error instanceof UsageError ? 2 : 1;
}
