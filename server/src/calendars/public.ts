export { askCalendars, type CalendarCheck } from './ask.ts';
export { connectionFailing } from './events.ts';
export { listFailingConnections } from './store.ts';
export { finishAuthorization, type Finished } from './authorize.ts';
