export { createView } from './views.ts';
