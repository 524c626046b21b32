export { emitSubmitted } from './emit.ts';
export { formSubmitted } from './events.ts';
