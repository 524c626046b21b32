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
} from './notify-account.ts';
