export { readAccess, readResetAccess, resetPassword, signOutElsewhere, signUserOut } from './access.ts';
export { approveApp, findClient, leaveApps, type ClientRow } from './apps/public.ts';
export { createEmptyWorkspace, createWorkspace, type OwnerCredentials } from './create-workspace.ts';
export { signUpRequested, tokenChanged, workspaceCreated } from './events.ts';
export {
  startTotp,
  confirmTotp,
  countCodeAttempt,
  requireLocalSignIn,
  factorAdded,
  factorRemoved,
  findPendingTotp,
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
  inviteUser,
  openInvitation,
  serializePublicInvitation,
} from './invitations/public.ts';
export {
  allowApp,
  appConnected,
  askForApproval,
  buildConsentKey,
  createEmbedKey,
  endPlatformGrants,
  endGrantsOfDeactivated,
  idleDays,
  isConsentKey,
  openEmbed,
  readAuthorization,
  readConsent,
  rejectApp,
  type AuthorizationRequest,
  type Consent,
} from './grants/public.ts';
export {
  sendAppConnectedEmail,
  sendEmailChangedEmail,
  sendFactorAddedEmail,
  sendFactorRemovedEmail,
  sendInvitationEmail,
  sendNewDeviceEmail,
  sendPasswordChangedEmail,
  sendPasswordResetEmail,
  sendSignUpEmail,
  sendTokenChangedEmail,
} from './messages/public.ts';
export { runAsUser } from './operator.ts';
export { changeOrganization } from './organization.ts';
export {
  changePassword,
  closeMemberResets,
  countPasswordAttempt,
  createReset,
  passwordChanged,
  passwordResetRequested,
  requestReset,
} from './passwords/public.ts';
export {
  findProviderPath,
  finishProviderSignIn,
  hasSignInDomains,
  readServiceMetadata,
  receiveLogoutRequest,
  receiveLogoutToken,
  receiveSamlResponse,
  startProviderSignIn,
  type TestResult,
} from './providers/public.ts';
export { readSession } from './read-session.ts';
export {
  describeClient,
  deviceAdded,
  endOwnSession,
  endSessionsAfterEmail,
  endSessionsAfterPassword,
  endSessionsOfDeactivated,
  listSessions,
  endMemberSessions,
  requiresProvider,
  serializeSession,
  signOut,
  type Client,
} from './sessions/public.ts';
export { recordWebhookTime } from './store.ts';
export { setPlan } from './set-plan.ts';
export { continueSignIn, signIn } from './sign-in/public.ts';
export { checkSignUp, confirmSignUp, requestSignUp } from './sign-up.ts';
export { requestSingleSignOn, continueSingleSignOn, finishSingleSignOn } from './single-sign-on/public.ts';
export { countAll, readCount, type Counter } from './throttle/public.ts';
export { createToken, revokeTokensOfDeactivated, revokeTokensOfDemoted } from './tokens.ts';
export { savedViewsOfPerson } from './saved-views/public.ts';
