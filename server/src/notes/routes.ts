import type { Endpoint } from '../platform/http/serve.ts';

export const notesEndpoints: readonly Endpoint[] = [];
