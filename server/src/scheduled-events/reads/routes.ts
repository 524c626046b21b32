import { readCalendar as readCalendarRoute } from '@daybook/contract/calendar';
import * as contract from '@daybook/contract/scheduled-events';
import { openFile } from '../../files/public.ts';
import { readInWorkspace } from '../../platform/context.ts';
import { serveDownload } from '../../platform/http/serve-download.ts';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { listEvents, loadAnswerFile, readEvent } from './list.ts';
import { readCalendar } from './read-calendar.ts';

export const readEndpoints: readonly Endpoint[] = [
  serve(readCalendarRoute, (ctx, { query }) => readCalendar(ctx, query)),
  serve(contract.listScheduledEvents, (ctx, { query, page }) => listEvents(ctx, query, page)),
  serve(contract.readScheduledEvent, (ctx, { params }) => readEvent(ctx, params.uuid)),
  serveDownload(contract.downloadAnswerFile, async (runtime, actor, { params }) => {
    const file = await readInWorkspace(runtime, actor, (ctx) =>
      loadAnswerFile(ctx, params.uuid, params.fileId),
    );
    return openFile(runtime, actor, file);
  }),
];
