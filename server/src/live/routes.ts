import * as contract from '@daybook/contract/live';
import type { Site } from '../platform/http/app.ts';
import { serveEvents } from '../platform/http/serve-events.ts';
import type { Endpoint } from '../platform/http/serve.ts';
import { streamsOf } from './streams.ts';

export const liveEndpoints: readonly Endpoint[] = [
  serveEvents(contract.streamChanges, (runtime, caller, lastEventId) =>
    streamsOf(runtime).open(caller, lastEventId),
  ),
];

/** A server that stops waits for its answers, and these have no end of their own. */
export const endStreams: Site = (app, runtime) => {
  app.addHook('preClose', () => streamsOf(runtime).close());
};
