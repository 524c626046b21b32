export { connectionFailing } from './events.ts';
export { listFailingConnections } from './store.ts';
