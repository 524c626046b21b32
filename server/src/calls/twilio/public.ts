export { twilio } from './provider.ts';
