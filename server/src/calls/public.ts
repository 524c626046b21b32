export { createAgent } from './agents.ts';
export { listPausedLines } from './line.ts';
export { publishCallCompleted } from './publish-completed.ts';
export { callsOfPerson } from './personal-data.store.ts';
export { queueCall } from './queue-call.ts';
export { telephoneService } from './sip-provider.ts';
export { voiceProviderSettings } from './providers.ts';
