import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Item, Result } from '@daybook/client';
import { webhookEvents } from '@daybook/contract/webhook-payloads';
import type { ParsedArguments } from './arguments.ts';
import { jsonFlag, serverFlags, type Command } from './command.ts';
import { exitCodes, isUnreachable, UsageError, WrongFields } from './failures.ts';
import { printNote, print, applyStyle, type Io } from './io.ts';
import { connectToServer } from './settings.ts';

/** Webhooks for a developer's own machine, which the server can't reach: it catches them, and they are fetched from there. */

export const listenCommand: Command = {
  name: 'listen',
  group: 'Webhooks on your machine',
  does: 'Receive webhooks and forward them to a local URL',
  more: 'Creates a temporary webhook, prints a line for each delivery, and forwards it unchanged, with its signature headers. Press Ctrl-C to stop and delete the webhook.',
  args: [],
  flags: () => [
    { name: 'forward-to', value: 'URL', meaning: 'Where to send them, such as http://localhost:3000/hooks' },
    {
      name: 'events',
      value: 'EVENT',
      isList: true,
      choices: webhookEvents,
      meaning: 'Events to receive; default: all',
    },
    {
      name: 'scope',
      value: 'user|organization',
      choices: ['user', 'organization'],
      meaning: 'user for your own events, organization for everything; default: user',
    },
    jsonFlag,
    ...serverFlags,
  ],
  examples: () => [
    'daybook listen --forward-to http://localhost:3000/hooks',
    'daybook listen --events invitee.scheduled --events invitee.cancelled --json',
  ],
  run: listen,
};

const pollMs = 1000;

async function listen({ args, values }: ParsedArguments, io: Io): Promise<number> {
  if (args.length > 0) throw new UsageError(`Unexpected argument ${args[0]}.`);
  const target = values.get('forward-to')?.[0];
  if (target !== undefined && !/^https?:\/\//.test(target)) {
    throw new WrongFields({ '--forward-to': ['Must be a URL such as http://localhost:3000/hooks.'] });
  }
  const events = (values.get('events') ?? webhookEvents) as (typeof webhookEvents)[number][];
  const scope = (values.get('scope')?.[0] ?? 'user') as 'user' | 'organization';
  // It tries again by itself, and says so.
  const { api } = connectToServer(io, values, { retries: 0 });
  const catcher = await api.createWebhookCatcher({ signal: io.signal });
  try {
    const { resource: webhook, signingSecret } = await api.createWebhook({
      body: { callbackUrl: catcher.url, events, scope, name: 'daybook listen' },
      signal: io.signal,
    });
    try {
      printNote(io, `Ready. Deliveries are signed with ${signingSecret}\nPress Ctrl-C to stop.`);
      await pass(api, catcher.id, { target, isJson: values.has('json') }, io);
    } finally {
      await api.deleteWebhook({ params: { uuid: webhook.uuid } });
    }
  } finally {
    await api.deleteWebhookCatcher({ params: { id: catcher.id } });
  }
  return exitCodes.done;
}

type Caught = Item<'listCaughtRequests'>;

interface ListenOptions {
  readonly target: string | undefined;
  readonly isJson: boolean;
}

/** Until it is ended. A catcher keeps the last 100, and lists the newest first. */
async function pass(api: Client, id: string, way: ListenOptions, io: Io): Promise<void> {
  let seen = new Set<string>();
  while (!io.signal.aborted) {
    const { items } = await listPatiently(api, id, io);
    for (const caught of items.toReversed()) if (!seen.has(caught.id)) await forward(caught, way, io);
    seen = new Set(items.map((caught) => caught.id));
    await pause(pollMs, undefined, { signal: io.signal }).catch(() => {});
  }
}

const patienceMs = 60_000;

/** A server that is restarted is back within seconds, and has kept what it caught. */
async function listPatiently(api: Client, id: string, io: Io): Promise<Result<'listCaughtRequests'>> {
  const startedMs = Date.now();
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await api.listCaughtRequests({ params: { id }, query: { count: 100 }, signal: io.signal });
    } catch (error) {
      if (io.signal.aborted) return { items: [], total: 0, next: null };
      if (!isUnreachable(error) || Date.now() - startedMs > patienceMs) throw error;
      if (isFirst) printNote(io, 'The server can’t be reached; retrying for a minute.');
      await pause(pollMs, undefined, { signal: io.signal }).catch(() => {});
    }
  }
}

async function forward(
  { headers, body, isTruncated }: Caught,
  { target, isJson }: ListenOptions,
  io: Io,
): Promise<void> {
  const { event } = JSON.parse(isTruncated ? '{}' : body) as { event?: string };
  const outcome = target === undefined ? undefined : await send(target, headers, body, io);
  if (isJson)
    return print(io, JSON.stringify({ event, headers, body, ...(outcome && { forwarded: outcome }) }));
  const time = applyStyle(io, io.out, 'dim', new Date().toTimeString().slice(0, 8));
  const said =
    outcome &&
    applyStyle(
      io,
      io.out,
      outcome.status !== null && outcome.status < 300 ? 'green' : 'red',
      saidOf(outcome),
    );
  const large = isTruncated ? ['truncated at 64 kB'] : [];
  return print(io, [time, event ?? '?', ...(said ? [said] : []), ...large].join('  '));
}

interface Outcome {
  readonly status: number | null;
  readonly error?: string;
  readonly ms: number;
}

function saidOf({ status, error, ms }: Outcome): string {
  return status === null ? `not delivered: ${error}` : `${status} in ${ms} ms`;
}

/** Headers of the connection belong to the one on which they came. */
const own = /^(?:webhook-|content-type$|token$|user-agent$)/;

async function send(target: string, headers: Caught['headers'], body: string, io: Io): Promise<Outcome> {
  const startedMs = Date.now();
  try {
    const passed = Object.fromEntries(Object.entries(headers).filter(([name]) => own.test(name)));
    const response = await fetch(target, { method: 'POST', headers: passed, body, signal: io.signal });
    await response.body?.cancel();
    return { status: response.status, ms: Date.now() - startedMs };
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string };
    return { status: null, error: code ?? message, ms: Date.now() - startedMs };
  }
}
