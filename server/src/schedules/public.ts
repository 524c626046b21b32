export { findOwnerId, loadOwnerId } from './owner.ts';
export { changeSchedule } from './change-schedule.ts';
export { hostTimeZonesChanged } from './events.ts';
export { createDefaultSchedule, createSchedule } from './create-schedule.ts';
