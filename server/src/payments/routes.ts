import * as contract from '@daybook/contract/payments';
import { serve, servePrepared, type Endpoint } from '../platform/http/serve.ts';
import { connectStripe, disconnectStripe, listProviders, tryStripe } from './accounts.ts';
import { refundInvitee } from './refund.ts';
import { closeRefund, retryRefund } from './refused-refund.ts';

export const paymentsEndpoints: readonly Endpoint[] = [
  serve(contract.listPaymentProviders, (ctx) => listProviders(ctx)),
  servePrepared(
    contract.connectStripe,
    (runtime, actor, { body }) => tryStripe(runtime, actor, body),
    (ctx, { body }) => connectStripe(ctx, body),
  ),
  serve(contract.disconnectStripe, (ctx) => disconnectStripe(ctx)),
  serve(contract.refundPayment, (ctx, { params, body }) => refundInvitee(ctx, params.uuid, body.amount)),
  serve(contract.retryRefund, (ctx, { params }) => retryRefund(ctx, params.uuid)),
  serve(contract.closeRefund, (ctx, { params }) => closeRefund(ctx, params.uuid)),
];
