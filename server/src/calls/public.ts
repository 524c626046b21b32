export { createAgent } from './agents.ts';
export { publishCallCompleted } from './publish-completed.ts';
