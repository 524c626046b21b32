import type { newCalendarConnection } from '@daybook/contract/calendars';
import type { z } from 'zod';
import { findMemberByEmail } from '../members/public.ts';
import { demandAdmin, type Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { newUuid } from '../platform/ids.ts';
import { conflict, invalidField, notFound } from '../platform/problems.ts';
import { listWithoutKey, setAccountKey } from './accounts.store.ts';
import { syncJob } from './jobs.ts';
import { CalendarError, type CalendarAuth, type ExternalCalendar } from './provider/public.ts';
import { providerFor } from './providers.ts';
import { storeCalendars } from './store-calendars.ts';
import * as store from './store.ts';

type NewConnection = z.output<typeof newCalendarConnection>;

const maxConnections = 20;

/** Asks the other server before the transaction, which must not wait for it. */
export async function tryConnection(
  runtime: Runtime,
  actor: Actor,
  { provider, url, username, password, email }: NewConnection,
): Promise<{ auth: CalendarAuth; calendars: ExternalCalendar[] }> {
  // Whoever may not connect it learns nothing about the address.
  await readInWorkspace(runtime, actor, (ctx) => loadOwnerId(ctx, email));
  const address = addressOf(url);
  if (!address)
    throw invalidField('url', 'Must be a web address, such as https://calendar.example.com/mara.ics.');
  const auth = withoutUserInfo({ url: address, username, password });
  try {
    return { auth, calendars: await providerFor(provider, runtime.outbound).listCalendars(auth) };
  } catch (error) {
    if (error instanceof CalendarError)
      throw invalidField(error.kind === 'sign_in' ? 'password' : 'url', error.message);
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

export async function connect(
  ctx: Ctx,
  { provider, email }: NewConnection,
  { auth, calendars }: { auth: CalendarAuth; calendars: readonly ExternalCalendar[] },
): Promise<store.ConnectionRow> {
  const memberId = await loadOwnerId(ctx, email);
  await refuseTooMany(ctx, memberId);
  await replaceOldKeys(ctx, memberId);
  const id = newUuid();
  const { hostname } = new URL(auth.url);
  const isNew = await store.insertConnection(ctx, {
    id,
    member_id: memberId,
    provider,
    account_key: accountKeyOf(ctx, auth),
    account: auth.username ? `${auth.username} at ${hostname}` : hostname,
    secret_sealed: ctx.secrets.seal(JSON.stringify(auth)),
    listed_at: ctx.now.toISOString(),
  });
  if (!isNew) throw conflict('This account is connected already.');
  await storeCalendars(ctx, { id, memberId }, calendars);
  await ctx.enqueue(
    syncJob,
    { workspaceId: ctx.workspaceId, connectionId: id },
    { key: `calendars.sync ${id}` },
  );
  return loadConnection(ctx, id);
}

/** Whoever has the address of a feed reads it, so that accounts are told apart by a hash that needs the server's key. */
function accountKeyOf({ secrets }: Ctx, { url, username = '' }: CalendarAuth): string {
  return secrets.derive('calendar account', `${username} ${url}`).toString('base64url');
}

/** Keys were addresses once. A migration removed them, and could not compute these. */
async function replaceOldKeys(ctx: Ctx, memberId: string): Promise<void> {
  for (const { id, secret_sealed: sealed } of await listWithoutKey(ctx, memberId))
    await setAccountKey(ctx, id, accountKeyOf(ctx, JSON.parse(ctx.secrets.unseal(sealed)) as CalendarAuth));
}

export async function refuseTooMany(ctx: Ctx, memberId: string): Promise<void> {
  if ((await store.countConnections(ctx, memberId)) >= maxConnections)
    throw conflict(`A user has at most ${maxConnections} calendar connections.`);
}

/** The id of the user with this address, or of the actor. Others are for owners and admins. */
export async function loadOwnerId(ctx: Ctx, email: string | undefined): Promise<string> {
  if (email === undefined || email.toLowerCase() === ctx.actor.email) return ctx.actor.memberId;
  demandAdmin(ctx.actor);
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
