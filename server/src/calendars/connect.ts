import type { newCalendarConnection } from '@daybook/contract/calendars';
import type { z } from 'zod';
import { findMemberByEmail } from '../members/public.ts';
import { requireAdmin, type Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { conflict, invalidField, notFound } from '../platform/problems.ts';
import { listWithoutKey, lockAccount, restoreAccess, setAccountKey } from './accounts.store.ts';
import { retryCopies } from './copies.ts';
import { syncJob } from './jobs.ts';
import { revokeLease } from './leases.store.ts';
import { CalendarError, type CalendarAuth, type ExternalCalendar } from './provider/public.ts';
import { findAccess, createProvider } from './providers.ts';
import { storeCalendars } from './store-calendars.ts';
import * as store from './store.ts';

type NewConnection = z.output<typeof newCalendarConnection>;

const maxConnections = 20;

/** Access to an account, and what was found there. */
export interface TestedConnection {
  readonly auth: CalendarAuth;
  readonly calendars: readonly ExternalCalendar[];
}

/** Asks the other server before the transaction, which must not wait for it. */
export async function tryConnection(
  runtime: Runtime,
  actor: Actor,
  { provider, url, username, password, email }: NewConnection,
): Promise<TestedConnection> {
  // A user without permission to connect it learns nothing about the address.
  await readInWorkspace(runtime, actor, (ctx) => loadOwnerId(ctx, email));
  const address = addressOf(url);
  if (!address) throw invalidField('url', 'Must be a URL such as https://calendar.example.com/mara.ics.');
  return tryAuth(runtime, provider, withoutUserInfo({ url: address, username, password }), 'url');
}

/** A new password of a connection, before the transaction as well. */
export async function tryPassword(
  runtime: Runtime,
  actor: Actor,
  id: string,
  password: string,
): Promise<TestedConnection> {
  const connection = await readInWorkspace(runtime, actor, (ctx) => loadConnection(ctx, id));
  const { provider, secret_sealed: sealed } = connection;
  const auth = JSON.parse(runtime.secrets.unseal(sealed)) as CalendarAuth;
  if (findAccess(provider) || !auth.username)
    throw invalidField('password', 'This connection has no password to change.');
  return tryAuth(runtime, provider, { ...auth, password }, 'password');
}

async function tryAuth(
  runtime: Runtime,
  provider: string,
  auth: CalendarAuth,
  field: 'url' | 'password',
): Promise<TestedConnection> {
  try {
    return { auth, calendars: await createProvider(provider, runtime.outbound).listCalendars(auth) };
  } catch (error) {
    if (error instanceof CalendarError)
      throw invalidField(error.kind === 'sign_in' ? 'password' : field, error.message);
    throw error;
  }
}

/** `webcal:` is how calendars write `https:`. */
function addressOf(text: string): string | undefined {
  const address = text.replace(/^webcals?:/i, 'https:');
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}

/** Addresses are stored with what is found there; a name and password in one belong to what is sealed. */
function withoutUserInfo({ url, username, password }: CalendarAuth): CalendarAuth {
  const address = new URL(url);
  const given = [address.username, address.password].map(decodeURIComponent);
  address.username = '';
  address.password = '';
  return username || password
    ? { url: address.href, username, password }
    : { url: address.href, username: given[0] || undefined, password: given[1] || undefined };
}

export async function connectCalendars(
  ctx: Ctx,
  { provider, email }: NewConnection,
  tried: TestedConnection,
): Promise<store.ConnectionRow> {
  const { auth, calendars } = tried;
  const memberId = await loadOwnerId(ctx, email);
  await replaceOldKeys(ctx, memberId);
  const accountKeys = accountKeysOf(ctx, tried);
  const known = await lockAccount(ctx, { memberId, provider, accountKeys });
  if (known) {
    const { password } = JSON.parse(ctx.secrets.unseal(known.secret_sealed)) as CalendarAuth;
    if (known.state === 'ok' && password === auth.password)
      throw conflict('This account is already connected.');
    return renewAccess(ctx, { id: known.id, memberId }, tried);
  }
  await rejectTooManyConnections(ctx, memberId);
  const id = generateUuid();
  const isNew = await store.insertConnection(ctx, {
    id,
    member_id: memberId,
    provider,
    account_key: accountKeys[0],
    account: accountOf(auth),
    secret_sealed: ctx.secrets.seal(JSON.stringify(auth)),
    listed_at: ctx.now.toISOString(),
  });
  if (!isNew) throw conflict('This account is already connected.');
  await storeCalendars(ctx, { id, memberId }, calendars);
  await enqueueSync(ctx, id);
  return loadConnection(ctx, id);
}

/** What was chosen stays, and entries that could not be written are tried again. */
export async function renewAccess(
  ctx: Ctx,
  { id, memberId }: { readonly id: string; readonly memberId: string },
  { auth, calendars }: TestedConnection,
): Promise<store.ConnectionRow> {
  await revokeLease(ctx, id);
  await restoreAccess(ctx, id, {
    account: accountOf(auth),
    secret_sealed: ctx.secrets.seal(JSON.stringify(auth)),
  });
  await storeCalendars(ctx, { id, memberId }, calendars);
  await retryCopies(ctx, id);
  await enqueueSync(ctx, id);
  return loadConnection(ctx, id);
}

export async function enqueueSync(ctx: Ctx, id: string): Promise<void> {
  const { workspaceId } = ctx;
  await ctx.enqueue(syncJob, { workspaceId, connectionId: id }, { key: `calendars.sync ${id}` });
}

function accountOf({ url, username }: CalendarAuth): string {
  const { hostname } = new URL(url);
  return username ? `${username} at ${hostname}` : hostname;
}

/** By what the server calls the account, and by the address that was typed, which is what accounts were told apart by at first. */
function accountKeysOf(ctx: Ctx, { auth, calendars }: TestedConnection): [string, string] {
  const url = calendars.find(({ account }) => account !== undefined)?.account ?? auth.url;
  return [accountKeyOf(ctx, { ...auth, url }), accountKeyOf(ctx, auth)];
}

/** Anyone with the address of a feed can read it, so that accounts are told apart by a hash that needs the server's key. */
function accountKeyOf({ secrets }: Ctx, { url, username = '' }: CalendarAuth): string {
  return secrets.derive('calendar account', `${username} ${url}`).toString('base64url');
}

/** Of accounts that were connected when keys were addresses (migration 0178), or came from a server with another key. */
async function replaceOldKeys(ctx: Ctx, memberId: string): Promise<void> {
  for (const { id, secret_sealed: sealed } of await listWithoutKey(ctx, memberId))
    await setAccountKey(ctx, id, accountKeyOf(ctx, JSON.parse(ctx.secrets.unseal(sealed)) as CalendarAuth));
}

export async function rejectTooManyConnections(ctx: Ctx, memberId: string): Promise<void> {
  if ((await store.countConnections(ctx, memberId)) >= maxConnections)
    throw conflict(`A user can have at most ${maxConnections} calendar connections. Disconnect one first.`);
}

/** The id of the user with this address, or of the actor. Others are for owners and admins. */
export async function loadOwnerId(ctx: Ctx, email: string | undefined): Promise<string> {
  if (email === undefined || email.toLowerCase() === ctx.actor.email) return ctx.actor.memberId;
  requireAdmin(ctx.actor);
  const member = await findMemberByEmail(ctx, email);
  if (!member) throw notFound('User');
  return member.id;
}

/** One's own; that of others is for owners and admins, and nothing that others learn of. */
export async function loadConnection(ctx: Ctx, id: string): Promise<store.ConnectionRow> {
  const row = await store.findConnection(ctx, id);
  const isTheirs = row?.member_id === ctx.actor.memberId || ctx.actor.role !== 'user';
  if (!row || !isTheirs) throw notFound('Calendar connection');
  return row;
}
