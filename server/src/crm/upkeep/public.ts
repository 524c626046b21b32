export { enqueueClearAttribute, enqueueClearOptions, enqueueRebuildSearch } from './jobs.ts';
