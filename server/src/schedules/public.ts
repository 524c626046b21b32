export { findOwnerId, loadOwnerId } from './owner.ts';
export { changeSchedule } from './change-schedule.ts';
export { createDefaultSchedule } from './create-schedule.ts';
export { whereaboutsChanged } from './events.ts';
