import * as waitlist from '@daybook/contract/waitlist';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { listWaitlist, removeFromWaitlist } from './waitlist.ts';

export const waitlistEndpoints: readonly Endpoint[] = [
  serve(waitlist.listWaitlist, (ctx, { params, page }) => listWaitlist(ctx, params.uuid, page)),
  serve(waitlist.removeFromWaitlist, (ctx, { params }) => removeFromWaitlist(ctx, params.uuid)),
];
