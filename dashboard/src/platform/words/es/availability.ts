export { schedules } from '../en/availability.ts';
