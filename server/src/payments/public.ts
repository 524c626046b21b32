export { bookOrPay, checkoutPurpose } from './checkout.ts';
export { paymentTooLate } from './events.ts';
export { paymentsOfPerson } from './personal-data.store.ts';
export { PaymentError } from './provider/public.ts';
export { paymentSettings, findCollectionProblem } from './providers.ts';
export { preservePolicyTime, refundCancelled } from './refund.ts';
export { endPayment, startPayment } from './sessions.ts';
export { findPayment, type PaymentRow } from './store.ts';
export { listFailedRefunds } from './refunds.store.ts';
