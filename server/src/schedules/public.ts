export { findOwnerId, loadOwnerId } from './owner.ts';
export { changeSchedule } from './change-schedule.ts';
export { createDefaultSchedule, createSchedule } from './create-schedule.ts';
