import * as contract from '@daybook/contract/live';
import type { Site } from '../platform/http/app.ts';
import { serveEvents } from '../platform/http/serve-events.ts';
import type { Endpoint } from '../platform/http/serve.ts';
import { getStreams } from './streams.ts';

export const liveEndpoints: readonly Endpoint[] = [
  serveEvents(contract.streamChanges, (runtime, caller, lastEventId) =>
    getStreams(runtime).open(caller, lastEventId),
  ),
];

/** A server that stops waits for its answers, and these have no end of their own. */
export const closeStreams: Site = (app, runtime) => {
  app.addHook('preClose', () => getStreams(runtime).close());
};
