export {
  PaymentError,
  type AccountKeys,
  type AmountRange,
  type ClosedSession,
  type OnlineProvider,
  type Order,
  type PaymentAccount,
  type PaymentProvider,
  type ProviderOptions,
  type ProviderRefund,
  type Report,
} from './provider.ts';
