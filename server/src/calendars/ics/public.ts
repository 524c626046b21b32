export { icsCalendar } from './kind.ts';
