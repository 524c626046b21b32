export { createWorkspace, type OwnerCredentials } from './create-workspace.ts';
export { findWorkspace } from './find-workspace.ts';
export { setPlan } from './set-plan.ts';
export { createToken } from './tokens.ts';
