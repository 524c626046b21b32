import * as contract from '@daybook/contract/schedules';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { changeSchedule, validateSchedule } from './change-schedule.ts';
import { createSchedule, validateNewSchedule } from './create-schedule.ts';
import { removeSchedule } from './delete-schedule.ts';
import { listSchedules, readSchedule } from './read-schedules.ts';
import { scheduleView } from './view.ts';

export const schedulesEndpoints: readonly Endpoint[] = [
  serve(contract.listSchedules, async (ctx, { query, page }) => {
    const { items, total } = await listSchedules(ctx, query, page);
    return { items: items.map((row) => scheduleView(ctx, row)), total };
  }),
  serve(contract.readDefaultSchedule, async (ctx, { query }) =>
    scheduleView(ctx, await readSchedule(ctx, query, 'default')),
  ),
  serve(contract.readSchedule, async (ctx, { params, query }) =>
    scheduleView(ctx, await readSchedule(ctx, query, { id: params.uuid })),
  ),
  serve(
    contract.updateDefaultSchedule,
    async (ctx, { body }) => scheduleView(ctx, await changeSchedule(ctx, 'default', body)),
    { onSchemaError: (ctx, fields) => validateSchedule(ctx, 'default', fields) },
  ),
  serve(
    contract.updateSchedule,
    async (ctx, { params, body }) => scheduleView(ctx, await changeSchedule(ctx, { id: params.uuid }, body)),
    { onSchemaError: (ctx, fields, { params }) => validateSchedule(ctx, { id: params.uuid }, fields) },
  ),
  serve(
    contract.createSchedule,
    async (ctx, { body }) => scheduleView(ctx, await createSchedule(ctx, body)),
    { onSchemaError: validateNewSchedule },
  ),
  serve(contract.deleteSchedule, (ctx, { params }) => removeSchedule(ctx, params.uuid)),
];
