import * as contract from '@daybook/contract/session';
import type { Ctx } from '../../platform/context.ts';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { upsertPreferences, readPreferences } from './store.ts';
import { serializePreferences } from './view.ts';

const own = async (ctx: Ctx) => serializePreferences(await readPreferences(ctx, ctx.actor.memberId));

export const preferencesEndpoints: readonly Endpoint[] = [
  serve(contract.readPreferences, own),
  serve(contract.changePreferences, async (ctx, { body }) => {
    const { firstDayOfWeek, ...rest } = body;
    const columns = { ...rest, ...(firstDayOfWeek !== undefined && { first_day_of_week: firstDayOfWeek }) };
    const given = Object.entries(columns).filter(([, value]) => value !== undefined);
    await upsertPreferences(ctx, ctx.actor.memberId, Object.fromEntries(given));
    return own(ctx);
  }),
];
