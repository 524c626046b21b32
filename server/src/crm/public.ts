export { furnishWorkspace } from './objects.ts';
