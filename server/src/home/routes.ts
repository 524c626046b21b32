import * as contract from '@daybook/contract/home';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { readBriefing } from './read-briefing.ts';
import { retryFailure } from './retry-failure.ts';
import { confirmFirstStep, listFirstSteps } from './first-steps.ts';
import { listAttention } from './list-attention.ts';

export const homeEndpoints: readonly Endpoint[] = [
  serve(contract.readAttention, (ctx) => listAttention(ctx)),
  serve(contract.retryFailure, (ctx, { params }) => retryFailure(ctx, params.id)),
  serve(contract.readBriefing, (ctx, { params }) => readBriefing(ctx, params.uuid)),
  serve(contract.readFirstSteps, (ctx) => listFirstSteps(ctx)),
  serve(contract.confirmFirstStep, (ctx, { params }) => confirmFirstStep(ctx, params.key)),
];
