import * as contract from '@daybook/contract/payments';
import { serve, servePrepared, type Endpoint } from '../platform/http/serve.ts';
import { connectProvider, disconnectProvider, listProviders, checkKeys, validateKeys } from './accounts.ts';
import { refundInvitee } from './refund.ts';
import { closeRefund, retryRefund } from './failed-refund.ts';

export const paymentsEndpoints: readonly Endpoint[] = [
  serve(contract.listPaymentProviders, (ctx) => listProviders(ctx)),
  servePrepared(
    contract.connectPaymentProvider,
    (runtime, actor, { params, body }) => checkKeys(runtime, actor, params.provider, body),
    (ctx, { params, body }) => connectProvider(ctx, params.provider, body),
    { onSchemaError: async (_, fields, { params }) => validateKeys(params.provider, fields) },
  ),
  serve(contract.disconnectPaymentProvider, (ctx, { params }) => disconnectProvider(ctx, params.provider)),
  serve(contract.refundPayment, (ctx, { params, body }) => refundInvitee(ctx, params.uuid, body.amount)),
  serve(contract.retryRefund, (ctx, { params }) => retryRefund(ctx, params.uuid)),
  serve(contract.closeRefund, (ctx, { params }) => closeRefund(ctx, params.uuid)),
];
