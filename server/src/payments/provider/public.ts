export {
  PaymentError,
  type AccountKeys,
  type Closed,
  type OnlineProvider,
  type PaymentAccount,
  type PaymentProvider,
  type ProviderRefund,
  type Reach,
  type Report,
} from './provider.ts';
