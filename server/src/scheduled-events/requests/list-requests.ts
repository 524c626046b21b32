import type { Page } from '@daybook/contract/envelopes';
import type { listBookingRequests } from '@daybook/contract/booking-requests';
import type { Input } from '@daybook/contract/route';
import { requireAdmin } from '../../platform/auth/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { findAnswerFile, type FileRow } from '../../files/public.ts';
import { notFound } from '../../platform/problems.ts';
import { requireHost } from '../core/public.ts';
import { loadRequest } from './end-request.ts';
import { countRequests, listRequests as listRows, type RequestRow } from './store.ts';
import { serializeRequest, type RequestView } from './view.ts';

export async function listRequests(
  ctx: Ctx,
  { status, scope }: Input<typeof listBookingRequests>['query'],
  page: { limit: number; offset: number },
): Promise<Page<RequestView>> {
  if (scope === 'all') requireAdmin(ctx.actor);
  const filter = { status, hostId: scope === 'all' ? undefined : ctx.actor.memberId };
  const rows = await listRows(ctx, filter, page);
  return { items: rows.map((row) => serializeRequest(ctx, row)), total: await countRequests(ctx, filter) };
}

/** Requests that wait for the actor's answer, the next to expire first. */
export function listOpenRequests(ctx: Ctx, limit: number): Promise<RequestRow[]> {
  return listRows(ctx, { status: 'open', hostId: ctx.actor.memberId }, { limit, offset: 0 });
}

/** A file that was sent as an answer. */
export async function loadRequestFile(ctx: Ctx, id: string, fileId: string): Promise<FileRow> {
  const { host_ids: hostIds, answers } = await loadRequest(ctx, id);
  requireHost(ctx, hostIds);
  const isAnswer = answers.some((answer) => answer.fileId === fileId);
  const file = isAnswer ? await findAnswerFile(ctx, fileId) : undefined;
  if (!file) throw notFound('File');
  return file;
}

export async function readRequest(ctx: Ctx, id: string): Promise<RequestView> {
  const request = await loadRequest(ctx, id);
  requireHost(ctx, request.host_ids);
  return serializeRequest(ctx, request);
}
