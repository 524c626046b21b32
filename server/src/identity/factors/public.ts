export { countCodeTry, takeCode } from './codes.ts';
export { factorAdded, factorRemoved } from './events.ts';
export { demandOwnProof, factorsOf, removeFactors } from './factors.ts';
export {
  notePasskeyUse,
  registrationOptions,
  removePasskey,
  savePasskey,
  signInOptions,
  verifyAssertion,
  verifyRegistration,
} from './passkeys.ts';
export { methodsAsked, type Method } from './rules.ts';
export { deleteOldChallenges, listPasskeys } from './store.ts';
export {
  beginTotp,
  confirmTotp,
  pendingTotp,
  readTotp,
  removeTotp,
  renewRecoveryCodes,
  takeTotp,
} from './totp.ts';
