export { changePassword, countPasswordAttempt } from './change-password.ts';
export { passwordChanged, passwordResetRequested } from './events.ts';
export { checkReset, newReset, requestReset, resetPassword } from './reset-password.ts';
export { oldResets } from './store.ts';
