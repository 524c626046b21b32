import { createSystemActor } from '../platform/auth/actor.ts';
import { formatWireTime } from '../platform/clock.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { extendHold } from '../scheduled-events/public.ts';
import { openAccount, buildWebhookUrl } from './accounts.ts';
import { buildCheckoutUrl, holdMinutes } from './checkout.ts';
import { completePayment } from './complete.ts';
import { expirePayment, leaveSession } from './expire.ts';
import { PaymentError, type ClosedSession } from './provider/public.ts';
import { findOnlineProvider } from './providers.ts';
import {
  findPayment,
  findTitle,
  lockPayment,
  updatePayment,
  type DuePayment,
  type PaymentRow,
} from './store.ts';

/** Pages of the provider: opened when the visitor wants to pay, closed when they give up or their time is over. */

/** Where the visitor pays; undefined when it is too late for that, or done. The request goes out between two transactions. */
export async function startPayment(runtime: Runtime, due: DuePayment): Promise<string | undefined> {
  const actor = createSystemActor(due.workspaceId);
  await checkSession(runtime, due);
  const row = await runInWorkspace(runtime, actor, (ctx) => prepareSession(ctx, due.id));
  if (!row) return undefined;
  if (row.session_url !== null) return row.session_url;
  const account = await openAccount(runtime, due.workspaceId, row.provider);
  const { booking } = row;
  const { publicUrl } = runtime.config;
  const pagesUrl = runtime.domains.findUrl(due.workspaceId) ?? publicUrl;
  const site = { ...runtime, publicUrl, pagesUrl, workspaceId: due.workspaceId };
  const session = await account.open({
    id: row.id,
    idempotencyKey: keyOf(row),
    title: row.title,
    description: booking ? `${booking.date} ${booking.start} (${booking.timeZone})` : '',
    amountMinor: row.amount_minor,
    currency: row.currency,
    email: row.email ?? '',
    language: booking?.language ?? 'en',
    expiresAt: new Date(row.session_expires_at),
    returnUrl: buildCheckoutUrl(site, row.id),
    webhookUrl: buildWebhookUrl(site, row.provider),
  });
  const isOpen = await runInWorkspace(runtime, actor, (ctx) => storeSession(ctx, due.id, session));
  if (isOpen) return session.url;
  await account.close(session.id);
  return undefined;
}

/** A page may be over before the time is: the visitor canceled there, or their bank refused. The report of it may be on its way. */
async function checkSession(runtime: Runtime, { workspaceId, id }: DuePayment): Promise<void> {
  const actor = createSystemActor(workspaceId);
  const row = await readInWorkspace(runtime, actor, (ctx) => findPayment(ctx, id));
  if (row?.state !== 'open' || row.session_id === null || row.session_url === null) return;
  const { session_id: sessionId } = row;
  const closed = await lookUp(runtime, row, sessionId);
  if (closed?.state === 'paid') {
    await completePayment(runtime, workspaceId, { paymentId: id, chargeId: closed.chargeId });
  }
  if (closed?.state === 'expired')
    await runInWorkspace(runtime, actor, (ctx) => leaveSession(ctx, id, sessionId));
}

/** While the provider does not answer, the page is taken to be open: its visitor will see. */
async function lookUp(
  runtime: Runtime,
  { workspace_id: workspaceId, provider }: PaymentRow,
  sessionId: string,
): Promise<ClosedSession | undefined> {
  try {
    const account = await openAccount(runtime, workspaceId, provider);
    return await account.lookUp?.(sessionId);
  } catch (error) {
    if (!(error instanceof PaymentError) || error.isRefused) throw error;
    return undefined;
  }
}

/** After a page that is over, the provider must not repeat its answer about that one. */
function keyOf({ id, session_expires_at: expiresAt, session_id: earlier }: PreparedSession): string {
  return [id, new Date(expiresAt).toISOString(), ...(earlier === null ? [] : [earlier])].join(' ');
}

interface PreparedSession extends PaymentRow {
  readonly title: string;
  readonly session_expires_at: string;
}

/** From the moment somebody goes to pay, they have the whole time for it. */
async function prepareSession(ctx: Ctx, id: string): Promise<PreparedSession | undefined> {
  const row = await lockPayment(ctx, id);
  const now = ctx.now.getTime();
  if (row?.state !== 'open' || Date.parse(row.expires_at) <= now) return undefined;
  const { pageMinutes } = findOnlineProvider(row.provider) ?? { pageMinutes: { usual: 0, min: 0 } };
  const title = await findTitle(ctx, row.event_type_id);
  const until = row.session_expires_at === null ? 0 : Date.parse(row.session_expires_at);
  // A visitor who had a page before does not get more time.
  if (row.session_id !== null || until >= now + pageMinutes.min * 60_000) {
    return { ...row, title, session_expires_at: row.session_expires_at ?? '' };
  }
  const expiresAt = new Date(now + holdMinutes * 60_000);
  // The seats of a group are not held.
  await extendHold(ctx, id, expiresAt);
  const changes = {
    session_expires_at: formatWireTime(new Date(now + pageMinutes.usual * 60_000)),
    expires_at: formatWireTime(expiresAt),
    due_at: formatWireTime(expiresAt),
  };
  await updatePayment(ctx, id, changes);
  return { ...row, ...changes, title };
}

/** False when it was given up meanwhile. */
async function storeSession(
  ctx: Ctx,
  id: string,
  { id: sessionId, url }: { id: string; url: string },
): Promise<boolean> {
  const row = await lockPayment(ctx, id);
  if (row?.state !== 'open') return false;
  await updatePayment(ctx, id, { session_id: sessionId, session_url: url });
  return true;
}

/**
 * Ends a payment that nobody waits for any more: its visitor gave up, or its time is over. The provider is asked first, and its answer
 * decides: one that was paid in this moment is booked.
 */
export async function endPayment(runtime: Runtime, due: DuePayment): Promise<void> {
  const actor = createSystemActor(due.workspaceId);
  const row = await runInWorkspace(runtime, actor, (ctx) => lockPayment(ctx, due.id));
  if (!row) return;
  if (row.state !== 'open') {
    await runInWorkspace(runtime, actor, (ctx) => forget(ctx, due.id));
    return;
  }
  try {
    const closed = row.session_id
      ? await (await openAccount(runtime, due.workspaceId, row.provider)).close(row.session_id)
      : ({ state: 'expired' } as const);
    if (closed.state === 'paid') {
      await completePayment(runtime, due.workspaceId, { paymentId: row.id, chargeId: closed.chargeId });
      return;
    }
    await runInWorkspace(runtime, actor, (ctx) => expirePayment(ctx, row, closed.state === 'processing'));
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    runtime.log.warn({ payment: row.id, reason: error.message }, 'a payment could not be ended');
    await runInWorkspace(runtime, actor, (ctx) => postpone(ctx, row));
  }
}

async function forget(ctx: Ctx, id: string): Promise<void> {
  await updatePayment(ctx, id, { booking: null, link: null, email: null, due_at: null });
}

/** Until when a provider is asked what became of a payment: by then its page has long been closed. */
const askedDays = 3;

async function postpone(ctx: Ctx, row: PaymentRow): Promise<void> {
  if (ctx.now.getTime() - Date.parse(row.expires_at) > askedDays * 86_400_000) {
    await expirePayment(ctx, row, true);
    return;
  }
  await updatePayment(ctx, row.id, { due_at: formatWireTime(new Date(ctx.now.getTime() + 60_000)) });
}
