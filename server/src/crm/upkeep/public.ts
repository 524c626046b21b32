export { enqueueClearOptions, enqueuePurgeObject, enqueueRebuildSearch } from './jobs.ts';
