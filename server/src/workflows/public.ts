export { createStandardWorkflows, createWorkflow } from './change-workflow.ts';
export { runsOfPerson } from './personal-data.store.ts';
export {
  startBooked,
  startCancelled,
  startCreated,
  startMoved,
  startNoShow,
  startSubmitted,
  startUpdated,
} from './start-runs.ts';
