export { emitSubmitted } from './emit.ts';
export { formSubmitted } from './events.ts';
export { createForm } from './forms.ts';
