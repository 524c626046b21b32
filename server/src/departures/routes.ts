import * as contract from '@daybook/contract/departures';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { previewDeparture } from './preview-departure.ts';

export const departuresEndpoints: readonly Endpoint[] = [
  serve(contract.readDeparture, (ctx, { params }) => previewDeparture(ctx, params.uuid)),
];
