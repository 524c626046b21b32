export { events, notes } from '../en/events.ts';
