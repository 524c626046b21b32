export { countCodeAttempt, consumeCode } from './codes.ts';
export { factorAdded, factorRemoved } from './events.ts';
export { requireLocalSignIn, loadFactors, removeFactors } from './factors.ts';
export {
  recordPasskeyUse,
  createRegistrationOptions,
  removePasskey,
  removePasskeys,
  savePasskey,
  createSignInOptions,
  verifyAssertion,
  verifyRegistration,
} from './passkeys.ts';
export { listAcceptedMethods, type Method } from './rules.ts';
export { oldChallenges, listPasskeys } from './store.ts';
export {
  startTotp,
  confirmTotp,
  findPendingTotp,
  readTotp,
  removeTotp,
  renewRecoveryCodes,
  consumeTotp,
} from './totp.ts';
export { serializePasskey } from './view.ts';
