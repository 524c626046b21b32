export { caldavCalendar } from './kind.ts';
