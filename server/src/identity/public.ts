export { readAccess, readResetAccess, resetPassword, signOutElsewhere, signUserOut } from './access.ts';
export { createWorkspace, type OwnerCredentials } from './create-workspace.ts';
export { signUpRequested, tokenChanged } from './events.ts';
export {
  beginTotp,
  confirmTotp,
  countCodeAttempt,
  demandLocalSignIn,
  factorAdded,
  factorRemoved,
  pendingTotp,
  readTotp,
  removeFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from './factors/public.ts';
export { findWorkspace } from './find-workspace.ts';
export {
  acceptInvitation,
  closeInvitationsFrom,
  closeInvitationsTo,
  invitationSent,
  invitationsOfPerson,
  invite,
  openInvitation,
  publicInvitationView,
} from './invitations/public.ts';
export { onUser } from './operator.ts';
export {
  changePassword,
  closeResetsOf,
  countPasswordAttempt,
  newReset,
  passwordChanged,
  passwordResetRequested,
  requestReset,
} from './passwords/public.ts';
export { readSession } from './read-session.ts';
export {
  clientOf,
  deviceAdded,
  endOwnSession,
  endSessionsAfterEmail,
  endSessionsAfterPassword,
  endSessionsOfDeactivated,
  listSessions,
  sessionsEndedFor,
  sessionView,
  signOut,
  type Client,
} from './sessions/public.ts';
export { takeReportedAt } from './store.ts';
export { setPlan } from './set-plan.ts';
export { continueSignIn, signIn } from './sign-in/public.ts';
export { checkSignUp, confirmSignUp, requestSignUp } from './sign-up.ts';
export { beginSingleSignOn, continueSingleSignOn, finishSingleSignOn } from './single-sign-on/public.ts';
export { countAll, readCount, type Counter } from './throttle/public.ts';
export { createToken, revokeTokensOfDeactivated, revokeTokensOfDemoted } from './tokens.ts';
