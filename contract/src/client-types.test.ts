import { expect, test } from 'vitest';
import { z } from 'zod';
import { ok, paginated } from './envelopes.ts';
import { uuidParam } from './fields.ts';
import { declareRoute, type AnyRoute } from './route.ts';
import { requireScopes } from './scopes.ts';
import { deriveTypes } from './client-types.ts';

const lamp = z.object({ uuid: z.string(), level: z.int().nullable() }).meta({ id: 'Lamp' });
const common = {
  origin: 'ours',
  tag: 'Teams',
  summary: 'Invented',
  access: requireScopes('admin:full'),
} as const;
const invented = new Map<string, AnyRoute>([
  [
    'switchLamp',
    declareRoute({
      ...common,
      method: 'PUT',
      path: '/lamps/{uuid}',
      params: { uuid: uuidParam('Lamp') },
      body: z.object({ isOn: z.boolean(), color: z.enum(['red', 'white']).default('white') }),
      returns: ok('lamp', lamp),
    }) as unknown as AnyRoute,
  ],
  [
    'listLamps',
    declareRoute({
      ...common,
      method: 'GET',
      path: '/lamps',
      returns: paginated(lamp),
    }) as unknown as AnyRoute,
  ],
]);

test('a route that was only just declared has its types in the package of the client', () => {
  const types = deriveTypes(invented, {});
  expect(types).toContain(
    `readonly switchLamp: { sent: { params: { uuid: string | number }; body: { isOn: boolean; color?: "red" | "white" } }; answered: Lamp };`,
  );
  expect(types).toContain('answered: Page<Lamp>');
  expect(types).toContain('export type Lamp = { uuid: string; level: number | null };');
});
