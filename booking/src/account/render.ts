import type {
  CodesModel,
  ConsentModel,
  DashboardModel,
  FormPageModel,
  InvitationModel,
  OutcomeModel,
  SecurityModel,
  SignInModel,
  StepModel,
} from './model.ts';
import { buildConsentDocument } from './consent.tsx';
import { buildDashboardDocument } from './dashboard.tsx';
import { buildCodesDocument, buildSecurityDocument } from './security.tsx';
import {
  buildFormPageDocument,
  buildInvitationDocument,
  buildOutcomeDocument,
  buildSignInDocument,
  buildStepDocument,
} from './sign-in.tsx';

/** What the server calls: a model in, a page of HTML out. */

export const renderSignIn = (model: SignInModel): string => buildSignInDocument(model);
export const renderStep = (model: StepModel): string => buildStepDocument(model);
export const renderFormPage = (model: FormPageModel): string => buildFormPageDocument(model);
export const renderInvitation = (model: InvitationModel): string => buildInvitationDocument(model);
export const renderOutcome = (model: OutcomeModel): string => buildOutcomeDocument(model);
export const renderConsent = (model: ConsentModel): string => buildConsentDocument(model);
export const renderDashboard = (model: DashboardModel): string => buildDashboardDocument(model);
export const renderSecurity = (model: SecurityModel): string => buildSecurityDocument(model);
export const renderCodes = (model: CodesModel): string => buildCodesDocument(model);
