export { enqueueClearOptions, enqueueRebuildSearch } from './jobs.ts';
