export { countCodeAttempt, consumeCode } from './codes.ts';
export { factorAdded, factorRemoved } from './events.ts';
export { demandLocalSignIn, factorsOf, removeFactors } from './factors.ts';
export {
  recordPasskeyUse,
  registrationOptions,
  removePasskey,
  removePasskeys,
  savePasskey,
  signInOptions,
  verifyAssertion,
  verifyRegistration,
} from './passkeys.ts';
export { methodsAsked, type Method } from './rules.ts';
export { oldChallenges, listPasskeys } from './store.ts';
export {
  beginTotp,
  confirmTotp,
  pendingTotp,
  readTotp,
  removeTotp,
  renewRecoveryCodes,
  consumeTotp,
} from './totp.ts';
export { passkeyView } from './view.ts';
