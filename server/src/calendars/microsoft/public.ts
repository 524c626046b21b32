export { microsoftCalendar } from './kind.ts';
