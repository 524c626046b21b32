import type {
  CodesModel,
  DashboardModel,
  FormPageModel,
  InvitationModel,
  OutcomeModel,
  SecurityModel,
  SignInModel,
  StepModel,
} from './model.ts';
import { dashboardDocument } from './dashboard.tsx';
import { codesDocument, securityDocument } from './security.tsx';
import {
  formPageDocument,
  invitationDocument,
  outcomeDocument,
  signInDocument,
  stepDocument,
} from './sign-in.tsx';

/** What the server calls: a model in, a page of HTML out. */

export const renderSignIn = (model: SignInModel): string => signInDocument(model);
export const renderStep = (model: StepModel): string => stepDocument(model);
export const renderFormPage = (model: FormPageModel): string => formPageDocument(model);
export const renderInvitation = (model: InvitationModel): string => invitationDocument(model);
export const renderOutcome = (model: OutcomeModel): string => outcomeDocument(model);
export const renderDashboard = (model: DashboardModel): string => dashboardDocument(model);
export const renderSecurity = (model: SecurityModel): string => securityDocument(model);
export const renderCodes = (model: CodesModel): string => codesDocument(model);
