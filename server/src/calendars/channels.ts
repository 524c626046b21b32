import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Runtime } from '../platform/context.ts';
import type { Config } from '../platform/config.ts';
import { generateUuid } from '../platform/ids.ts';
import { sealReference } from '../platform/sealed-reference.ts';
import { deleteChannel, listChannels, upsertChannel, type ChannelRow } from './channels.store.ts';
import {
  CalendarError,
  type CalendarAuth,
  type CalendarProvider,
  type CalendarWatcher,
  type Channel,
} from './provider/public.ts';
import { createProvider } from './providers.ts';
import type { ConnectionRow } from './store.ts';

const hourMs = 3_600_000;
/** Microsoft lets one last 10,080 minutes at most. */
const lifetimeMs = 7 * 24 * hourMs - 10 * 60_000;
const renewBeforeMs = 24 * hourMs;
/** A calendar that can't report, such as one of public holidays, is asked again after this time. */
const unsupportedMs = 24 * hourMs;

/** Providers report only to a public address with TLS. */
export function canReceiveWebhooks({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal =
    hostname === 'localhost' || hostname.endsWith('.localhost') || /^[\d.]+$|^\[/.test(hostname);
  return protocol === 'https:' && !isLocal;
}

export const channelPurpose = 'calendar-channel';

/** What comes with a report, so that nobody else can make one. */
export const deriveChannelToken = ({ secrets }: Pick<Runtime, 'secrets'>, id: string): string =>
  secrets.derive(channelPurpose, id).toString('base64url');

/**
 * Gives every calendar that is read or written a channel, renews or replaces those that end soon, and stops those of others. True when all
 * are covered. A provider that refuses one is polled instead: nothing is lost.
 */
export async function renewChannels(
  runtime: Runtime,
  connection: ConnectionRow,
  { watcher }: CalendarProvider,
  auth: CalendarAuth,
): Promise<boolean> {
  if (!watcher) return false;
  const actor = createSystemActor(connection.workspace_id);
  const rows = await runInWorkspace(runtime, actor, (ctx) => listChannels(ctx, connection.id));
  const watched = canReceiveWebhooks(runtime.config)
    ? usedIn(connection).filter((calendar) => !calendar.is_busy_only)
    : [];
  const keep = { runtime, connection, watcher, auth };
  try {
    for (const row of rows)
      if (!watched.some(({ id }) => id === row.calendarId)) await stopChannel(keep, row);
    let isCovered = watched.length > 0 && watched.length === usedIn(connection).length;
    for (const calendar of watched) {
      const own = rows.filter(({ calendarId }) => calendarId === calendar.id);
      isCovered = (await renewChannel(keep, calendar, own)) && isCovered;
    }
    return isCovered;
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    runtime.log.warn({ connection: connection.id, reason: error.message }, 'a calendar channel was refused');
    return false;
  }
}

const usedIn = ({ calendars }: ConnectionRow): ConnectionRow['calendars'] =>
  calendars.filter((calendar) => calendar.is_read || calendar.is_written);

interface Keep {
  readonly runtime: Runtime;
  readonly connection: ConnectionRow;
  readonly watcher: CalendarWatcher;
  readonly auth: CalendarAuth;
}

async function renewChannel(
  keep: Keep,
  calendar: ConnectionRow['calendars'][number],
  rows: readonly ChannelRow[],
): Promise<boolean> {
  const { runtime, watcher, auth } = keep;
  const nowMs = runtime.clock.now().getTime();
  const until = new Date(nowMs + lifetimeMs);
  const [current, ...others] = rows;
  for (const other of others) await stopChannel(keep, other);
  if (current?.externalId === '' && current.expiresAt.getTime() > nowMs) return false;
  const lasts = current && current.expiresAt.getTime() > nowMs + renewBeforeMs;
  if (lasts && !current.isDue) return true;
  const renewed = current && watcher.renew ? await watcher.renew(auth, current, until) : 'gone';
  if (current && renewed !== 'gone') return save(keep, calendar.id, renewed);
  const made = await makeChannel(keep, calendar.external_id, until);
  await save(keep, calendar.id, made);
  // Only now: no change falls between the two.
  if (current) await stopChannel(keep, current);
  return made.externalId !== '';
}

async function makeChannel(
  { runtime, connection, watcher, auth }: Keep,
  calendarId: string,
  until: Date,
): Promise<Channel> {
  const id = generateUuid();
  const reference = sealReference(runtime.secrets, channelPurpose, {
    workspaceId: connection.workspace_id,
    id,
  });
  const url = `${runtime.config.publicUrl}/connect/${connection.provider}/changes/${reference}`;
  try {
    return await watcher.watch(auth, calendarId, { id, url, token: deriveChannelToken(runtime, id), until });
  } catch (error) {
    if (!(error instanceof CalendarError) || error.kind !== 'content') throw error;
    return { id, externalId: '', expiresAt: new Date(runtime.clock.now().getTime() + unsupportedMs) };
  }
}

async function save({ runtime, connection }: Keep, calendarId: string, channel: Channel): Promise<boolean> {
  await runInWorkspace(runtime, createSystemActor(connection.workspace_id), (ctx) =>
    upsertChannel(ctx, calendarId, channel),
  );
  return true;
}

async function stopChannel({ runtime, connection, watcher, auth }: Keep, channel: ChannelRow): Promise<void> {
  if (channel.externalId !== '') await watcher.stop(auth, channel);
  await runInWorkspace(runtime, createSystemActor(connection.workspace_id), (ctx) =>
    deleteChannel(ctx, channel.id),
  );
}

/** Of a connection that is gone. They end by themselves, so that nothing is tried twice. */
export async function stopChannels(
  runtime: Runtime,
  provider: string,
  channels: readonly Pick<Channel, 'id' | 'externalId'>[],
  openAuth: () => Promise<CalendarAuth>,
): Promise<void> {
  const { watcher } = createProvider(provider, runtime.outbound);
  try {
    const auth = await openAuth();
    for (const channel of channels) await watcher?.stop(auth, { ...channel, expiresAt: new Date(0) });
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
  }
}
