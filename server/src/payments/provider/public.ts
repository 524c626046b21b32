export {
  PaymentError,
  type AccountKeys,
  type Closed,
  type OnlineProvider,
  type PaymentAccount,
  type PaymentProvider,
  type Reach,
  type Report,
} from './provider.ts';
