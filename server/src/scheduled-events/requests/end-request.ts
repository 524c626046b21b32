import { returnLinkUse } from '../../event-types/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/problems.ts';
import { requireHost } from '../core/public.ts';
import { requestClosed } from './events.ts';
import { deleteRequestHold } from '../times/public.ts';
import { closeRequest, findRequests, lockRequest, type RequestRow, type RequestStatus } from './store.ts';

/** How a request ends without a booking. The transaction that ends it locks its row, so that it has one end. */

export async function declineRequest(ctx: Ctx, id: string, reason: string | null): Promise<void> {
  const request = await lockOpenRequest(ctx, id);
  requireHost(ctx, request.host_ids);
  await end(ctx, request, 'declined', reason);
}

/** By the invitee who made it, from their own page. */
export async function withdrawRequest(ctx: Ctx, id: string): Promise<void> {
  await end(ctx, await lockOpenRequest(ctx, id), 'withdrawn');
}

/** Nobody answered in time. May run twice, and too early. */
export async function endExpiredRequest(ctx: Ctx, id: string): Promise<void> {
  await lockRequest(ctx, id);
  const [request] = await findRequests(ctx, [id]);
  if (request?.status === 'expired' && !request.is_closed) await end(ctx, request, 'expired');
}

/** A request that can be answered, locked until the transaction ends. */
export async function lockOpenRequest(ctx: Ctx, id: string): Promise<RequestRow> {
  await lockRequest(ctx, id);
  const request = await loadRequest(ctx, id);
  const whyNot = findOpenProblem(request.status);
  if (whyNot) throw conflict(whyNot);
  return request;
}

export async function loadRequest(ctx: Ctx, id: string): Promise<RequestRow> {
  const [request] = await findRequests(ctx, [id]);
  if (!request) throw notFound('Request');
  return request;
}

function findOpenProblem(status: RequestStatus): string | undefined {
  const sentences: Partial<Record<RequestStatus, string>> = {
    confirmed: 'This request was already confirmed.',
    declined: 'This request was already declined.',
    expired: 'This request has expired.',
    withdrawn: 'This request was withdrawn.',
  };
  return sentences[status];
}

async function end(
  ctx: Ctx,
  { id, link_id: linkId }: RequestRow,
  status: RequestStatus,
  reason: string | null = null,
): Promise<void> {
  await closeRequest(ctx, id, { status, reason });
  await deleteRequestHold(ctx, id);
  // What came to nothing is no use of the link.
  if (linkId) await returnLinkUse(ctx, linkId);
  await ctx.publish(requestClosed, { requestId: id });
}
