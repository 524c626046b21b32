export { createAgent } from './agents.ts';
export { publishCallCompleted } from './publish-completed.ts';
export { callsOfPerson } from './personal-data.store.ts';
export { queueCall } from './queue-call.ts';
export { telephoneService } from './sip-provider.ts';
