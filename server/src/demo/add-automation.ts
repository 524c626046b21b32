import { newWebhook } from '@daybook/contract/webhooks';
import { newWorkflow } from '@daybook/contract/workflows';
import { juniperWork } from '../../../seeds/juniper-work.ts';
import { juniper } from '../../../seeds/juniper.ts';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { castVote, createPoll } from '../polls/public.ts';
import { createWebhook, generateSigningSecret } from '../webhooks/public.ts';
import { createWorkflow } from '../workflows/public.ts';
import { getToday, listWorkdays, toTime } from './days.ts';
import { findDemoPages } from './store.ts';

/** A poll that some have answered, and what runs for every booking from now on. */
export async function addAutomation(ctx: Ctx): Promise<void> {
  await addPoll(ctx);
  await createWorkflow(ctx, newWorkflow.parse(juniperWork.workflow));
  // Not tested first, since nobody answers there.
  const testResult = { delivered: false, statusCode: null, error: null };
  const prepared = { id: generateUuid(), signingSecret: generateSigningSecret(), testResult };
  await createWebhook(ctx, newWebhook.parse(juniperWork.webhook), prepared);
}

async function addPoll(ctx: Ctx): Promise<void> {
  const { page, title, description, times, votes } = juniperWork.poll;
  const eventTypeUuid = (await findDemoPages(ctx)).get(page)?.id;
  if (eventTypeUuid === undefined) return;
  const days = listWorkdays(getToday(ctx, juniper.timezone), 6, 1);
  const starts = times.map(({ inDays, at }) =>
    toTime(days[inDays - 1] ?? 0, at, juniper.timezone).toISOString(),
  );
  const pollId = await createPoll(ctx, {
    eventTypeUuid,
    title,
    description,
    times: starts,
    hideVotes: false,
  });
  for (const { answers, ...voter } of votes) {
    const given = answers.map((answer, index) => ({ startTime: starts[index] ?? '', answer }));
    await castVote(ctx, pollId, { ...voter, answers: given });
  }
}
