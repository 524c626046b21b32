import * as requests from '@daybook/contract/booking-requests';
import { openFile } from '../../files/public.ts';
import { readInWorkspace } from '../../platform/context.ts';
import { serveDownload } from '../../platform/http/serve-download.ts';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { confirmRequest } from './confirm-request.ts';
import { declineRequest } from './end-request.ts';
import { showBooking } from '../reads/public.ts';
import { listRequests, loadRequestFile, readRequest } from './list-requests.ts';
import { createRequest } from './create-request.ts';
import { serializeRequest } from './view.ts';
import { validateBooking } from '../bookings/public.ts';

export const requestEndpoints: readonly Endpoint[] = [
  serveDownload(requests.downloadRequestFile, async (runtime, actor, { params }) => {
    const file = await readInWorkspace(runtime, actor, (ctx) =>
      loadRequestFile(ctx, params.uuid, params.fileId),
    );
    return openFile(runtime, actor, file);
  }),
  serve(
    requests.createBookingRequest,
    async (ctx, { body }) => serializeRequest(ctx, await createRequest(ctx, body)),
    { onSchemaError: validateBooking },
  ),
  serve(requests.listBookingRequests, (ctx, { query, page }) => listRequests(ctx, query, page)),
  serve(requests.readBookingRequest, (ctx, { params }) => readRequest(ctx, params.uuid)),
  serve(requests.confirmBookingRequest, async (ctx, { params }) =>
    showBooking(ctx, await confirmRequest(ctx, params.uuid)),
  ),
  serve(requests.declineBookingRequest, async (ctx, { params, body }) => {
    await declineRequest(ctx, params.uuid, body.reason ?? null);
    return readRequest(ctx, params.uuid);
  }),
];
