export { createWorkspace, type Keys } from './create-workspace.ts';
export { issueToken } from './tokens.ts';
