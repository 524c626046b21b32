import type { Endpoint } from '../platform/http/serve.ts';

export const eventTypesEndpoints: readonly Endpoint[] = [];
