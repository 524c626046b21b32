export { roomAdded } from './events.ts';
