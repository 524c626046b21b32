import * as contract from '@daybook/contract/schedules';
import type { Ctx } from '../platform/context.ts';
import { setETag } from '../platform/http/etag.ts';
import type { Exchange } from '../platform/http/exchange.ts';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { changeSchedule, validateSchedule } from './change-schedule.ts';
import { createSchedule, validateNewSchedule } from './create-schedule.ts';
import { removeSchedule } from './delete-schedule.ts';
import { listSchedules, readSchedule } from './read-schedules.ts';
import { serializeSchedule } from './view.ts';

export const schedulesEndpoints: readonly Endpoint[] = [
  serve(contract.listSchedules, async (ctx, { query, page }) => {
    const { items, total } = await listSchedules(ctx, query, page);
    return { items: items.map((row) => serializeSchedule(ctx, row)), total };
  }),
  serve(contract.readDefaultSchedule, async (ctx, { query }, exchange) =>
    show(ctx, await readSchedule(ctx, query, 'default'), exchange),
  ),
  serve(contract.readSchedule, async (ctx, { params, query }, exchange) =>
    show(ctx, await readSchedule(ctx, query, { id: params.uuid }), exchange),
  ),
  serve(
    contract.updateDefaultSchedule,
    async (ctx, { body }, exchange) =>
      show(ctx, await changeSchedule(ctx, 'default', body, exchange.header('if-match')), exchange),
    { onSchemaError: (ctx, fields) => validateSchedule(ctx, 'default', fields) },
  ),
  serve(
    contract.updateSchedule,
    async (ctx, { params, body }, exchange) => {
      const row = await changeSchedule(ctx, { id: params.uuid }, body, exchange.header('if-match'));
      return show(ctx, row, exchange);
    },
    { onSchemaError: (ctx, fields, { params }) => validateSchedule(ctx, { id: params.uuid }, fields) },
  ),
  serve(
    contract.createSchedule,
    async (ctx, { body }) => serializeSchedule(ctx, await createSchedule(ctx, body)),
    { onSchemaError: validateNewSchedule },
  ),
  serve(contract.deleteSchedule, (ctx, { params }) => removeSchedule(ctx, params.uuid)),
];

/** With the version of the schedule, for the next change. */
function show(
  ctx: Ctx,
  row: Parameters<typeof serializeSchedule>[1],
  exchange: Exchange,
): ReturnType<typeof serializeSchedule> {
  setETag(exchange, row.updated_at);
  return serializeSchedule(ctx, row);
}
