export { changePassword, countPasswordAttempt } from './change-password.ts';
export { passwordChanged, passwordResetRequested } from './events.ts';
export {
  closeMemberResets,
  createReset,
  readReset,
  requestReset,
  setPasswordByLink,
} from './reset-password.ts';
export { oldResets } from './store.ts';
