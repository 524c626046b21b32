import type { firstStep, firstStepKey } from '@daybook/contract/home';
import type { z } from 'zod';
import { isAdmin } from '../platform/auth/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { notFound } from '../platform/problems.ts';
import { confirmStep, readProgress } from './store.ts';

type Key = z.output<typeof firstStepKey>;

const places: Readonly<Record<Key, string>> = {
  profile: '/app/settings/profile',
  hours: '/app/availability',
  calendar: '/app/settings/calendars',
  page: '/app/pages',
  link: '/app/pages',
  tour: '/app',
  team: '/app/settings/people',
};

export async function listFirstSteps(ctx: Ctx): Promise<z.output<typeof firstStep>[]> {
  const progress = await readProgress(ctx);
  const isDone = (key: Exclude<Key, 'tour'>): boolean => progress[key] || progress.confirmed.includes(key);
  const keys = stepsOf(ctx);
  // Users who have set up everything know their way.
  const isTourDone =
    progress.confirmed.includes('tour') || keys.every((key) => key === 'tour' || isDone(key));
  return keys.map((key) => ({
    key,
    isDone: key === 'tour' ? isTourDone : isDone(key),
    url: `${ctx.publicUrl}${places[key]}`,
  }));
}

export async function confirmFirstStep(ctx: Ctx, given: string): Promise<void> {
  const key = stepsOf(ctx).find((step) => step === given);
  if (!key) throw notFound('Step');
  await confirmStep(ctx, key);
}

/** Only owners and admins invite others. */
function stepsOf({ actor }: Ctx): Key[] {
  const own: Key[] = ['profile', 'hours', 'calendar', 'page', 'link', 'tour'];
  return isAdmin(actor) ? [...own, 'team'] : own;
}
