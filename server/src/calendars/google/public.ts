export { googleCalendar } from './kind.ts';
