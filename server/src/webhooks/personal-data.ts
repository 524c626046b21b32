import type { PersonalData } from '../platform/personal-data.ts';
import { eraseAttemptsJob } from './jobs.ts';
import { deleteAttempts, deleteEvents, findEventsNaming } from './personal-data.store.ts';

/** Longer than an attempt can take. */
const attemptMs = 10 * 60_000;

/** Events that name a person, with their deliveries. Those that wait are not sent. */
export const deliveriesOfPerson: PersonalData = {
  async export(ctx, person) {
    const events = await findEventsNaming(ctx, person);
    return events.map(({ name, payload, told_at }) => ({
      event: name,
      createdAt: told_at,
      payload: JSON.parse(payload),
    }));
  },
  async erase(ctx, person) {
    const events = await findEventsNaming(ctx, person);
    const deliveryIds = await deleteEvents(
      ctx,
      events.map(({ id }) => id),
    );
    if (deliveryIds.length === 0) return;
    await deleteAttempts(ctx, deliveryIds);
    // One that is being sent now records its attempt later, with an answer that may repeat what was sent.
    const runAt = new Date(ctx.now.getTime() + attemptMs);
    await ctx.enqueue(eraseAttemptsJob, { workspaceId: ctx.workspaceId, deliveryIds }, { runAt });
  },
};
