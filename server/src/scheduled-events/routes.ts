import type { Endpoint } from '../platform/http/serve.ts';

export const scheduledEventsEndpoints: readonly Endpoint[] = [];
