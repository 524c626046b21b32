import * as contract from '@daybook/contract/scheduled-events';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { bookTime } from './book.ts';
import { showBooking } from '../reads/public.ts';
import { validateBooking } from './validate-booking.ts';

export const bookingEndpoints: readonly Endpoint[] = [
  serve(contract.book, async (ctx, { body }) => showBooking(ctx, await bookTime(ctx, body)), {
    onSchemaError: validateBooking,
  }),
];
