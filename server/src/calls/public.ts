export { createAgent } from './agents.ts';
export { tellCallCompleted } from './tell-completed.ts';
