export { createDefaultSchedule } from './create-schedule.ts';
