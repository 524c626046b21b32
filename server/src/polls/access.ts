import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { conflict, forbidden, notFound } from '../platform/problems.ts';
import { findOpenProblem } from './rules.ts';
import { findPolls, lockPoll, type PollRow } from './store.ts';

export async function loadPoll(ctx: Ctx, id: string): Promise<PollRow> {
  const [poll] = await findPolls(ctx, [id]);
  if (!poll) throw notFound('Poll');
  return poll;
}

/** A poll that the actor may see with its votes, and end. */
export async function loadOwnPoll(ctx: Ctx, id: string): Promise<PollRow> {
  const poll = await loadPoll(ctx, id);
  const { memberId } = ctx.actor;
  if (isAdmin(ctx.actor) || poll.member_id === memberId || poll.host_ids.includes(memberId)) return poll;
  throw forbidden('Only the poll’s creator, its hosts, owners and admins can do this.');
}

/** One that has not ended, locked until the transaction ends. */
export async function lockOwnOpenPoll(ctx: Ctx, id: string): Promise<PollRow> {
  await lockPoll(ctx, id);
  const poll = await loadOwnPoll(ctx, id);
  const whyNot = findOpenProblem(poll.status);
  if (whyNot) throw conflict(whyNot);
  return poll;
}
