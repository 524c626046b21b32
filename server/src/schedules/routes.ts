import type { Endpoint } from '../platform/http/serve.ts';

export const schedulesEndpoints: readonly Endpoint[] = [];
