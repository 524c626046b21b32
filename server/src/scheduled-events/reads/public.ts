export { showBooking, showEvent } from './list.ts';
export { type EventFilter, countEvents, findFullEvents, listEventIds } from './listing.store.ts';
export { listOccurrences } from './occurrences.store.ts';
export { findEventsLike } from './search.store.ts';
export { type InSeries, serializeSeries } from './series.view.ts';
export { type EventView, buildFilePath, serializeEvent, serializeHost } from './view.ts';
