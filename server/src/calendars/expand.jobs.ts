import { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { defineJob, jobWorkspace } from '../platform/jobs.ts';
import { hasCalendars, readAgain } from './entries.store.ts';
import { expandAgain, expandFurther } from './expand-further.ts';

export const expandFurtherJob = defineJob({
  name: 'calendars.expand-further',
  payload: z.object({}),
  every: '17 2 * * *',
  run: (runtime) => expandFurther(runtime),
});

/** The days and the clock of a user changed, and with them what dates and times without a zone mean. */
export const expandAgainJob = defineJob({
  name: 'calendars.expand-again',
  payload: z.object({ workspaceId: jobWorkspace, memberId: z.string() }),
  run: expandAgain,
});

/** A calendar may have thousands of series, and a request does not wait for them. */
export async function expandCalendarsLater(
  ctx: Ctx,
  { memberId }: { readonly memberId: string },
): Promise<void> {
  if (!(await hasCalendars(ctx, memberId))) return;
  const key = `calendars.expand-again ${ctx.workspaceId} ${memberId}`;
  await ctx.enqueue(expandAgainJob, { workspaceId: ctx.workspaceId, memberId }, { key });
}

/** What its user declined was found by their address; nothing else is stored of it. */
export async function readCalendarsAgain(
  ctx: Ctx,
  { memberId }: { readonly memberId: string },
): Promise<void> {
  if (await hasCalendars(ctx, memberId)) await readAgain(ctx, memberId);
}
