import type { Endpoint } from '../platform/http/serve.ts';

export const availabilityEndpoints: readonly Endpoint[] = [];
