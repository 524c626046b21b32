import type { Page } from '@daybook/contract/envelopes';
import type { listPolls as listPollsRoute, poll, pollRead } from '@daybook/contract/polls';
import type { Input } from '@daybook/contract/route';
import type { z } from 'zod';
import { requireAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { listFreeStarts } from '../scheduled-events/public.ts';
import { loadOwnPoll } from './access.ts';
import { toGathering } from './rules.ts';
import { countPolls, listPolls as listRows, listVotes } from './store.ts';
import { serializePollRead, serializePoll } from './view.ts';

export async function listPolls(
  ctx: Ctx,
  { status, scope }: Input<typeof listPollsRoute>['query'],
  page: { limit: number; offset: number },
): Promise<Page<z.output<typeof poll>>> {
  if (scope === 'all') requireAdmin(ctx.actor);
  const filter = { status, memberId: scope === 'all' ? undefined : ctx.actor.memberId };
  const rows = await listRows(ctx, filter, page);
  const votes = await listVotes(
    ctx,
    rows.map(({ id }) => id),
  );
  return {
    items: rows.map((row) =>
      serializePoll(
        ctx,
        row,
        votes.filter((vote) => vote.poll_id === row.id),
      ),
    ),
    total: await countPolls(ctx, filter),
  };
}

/** With its votes, and which of its times are still free. Once it has ended that does not matter. */
export async function readPoll(ctx: Ctx, id: string): Promise<z.output<typeof pollRead>> {
  const row = await loadOwnPoll(ctx, id);
  const free = row.status === 'open' ? await listFreeStarts(ctx, toGathering(row)) : [];
  return serializePollRead(ctx, row, await listVotes(ctx, [id]), free);
}
