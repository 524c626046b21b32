export { createAgent } from './agents.ts';
export { publishCallCompleted } from './publish-completed.ts';
export { callsOfPerson } from './personal-data.store.ts';
