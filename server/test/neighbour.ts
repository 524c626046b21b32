import { createWorkspace, type OwnerCredentials } from '../src/identity/public.ts';
import type { Runtime } from '../src/platform/context.ts';

/** Another company on the same installation, with its owner's keys. */
export function createNeighbour(runtime: Runtime, email = 'petra@fern.example'): Promise<OwnerCredentials> {
  const owner = { email, firstName: 'Petra', lastName: 'Novak', timezone: 'Europe/Prague', language: 'cs' };
  return createWorkspace(runtime, { name: 'Fern & Sons', timezone: 'Europe/Prague', owner });
}
