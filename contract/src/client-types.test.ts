import { expect, test } from 'vitest';
import { z } from 'zod';
import { ok, paginated } from './envelopes.ts';
import { uuidOf } from './fields.ts';
import { route, type AnyRoute } from './route.ts';
import { scoped } from './scopes.ts';
import { derivedTypes } from './client-types.ts';

const lamp = z.object({ uuid: z.string(), level: z.int().nullable() }).meta({ id: 'Lamp' });
const common = { origin: 'ours', tag: 'Teams', summary: 'Invented', access: scoped('admin:full') } as const;
const invented = new Map<string, AnyRoute>([
  [
    'switchLamp',
    route({
      ...common,
      method: 'PUT',
      path: '/lamps/{uuid}',
      params: { uuid: uuidOf('Lamp') },
      body: z.object({ isOn: z.boolean(), color: z.enum(['red', 'white']).default('white') }),
      returns: ok('lamp', lamp),
    }) as unknown as AnyRoute,
  ],
  [
    'listLamps',
    route({ ...common, method: 'GET', path: '/lamps', returns: paginated(lamp) }) as unknown as AnyRoute,
  ],
]);

test('a route that was only just declared has its types in the package of the client', () => {
  const types = derivedTypes(invented, {});
  expect(types).toContain(
    `readonly switchLamp: { sent: { params: { uuid: string | number }; body: { isOn: boolean; color?: "red" | "white" } }; answered: Lamp };`,
  );
  expect(types).toContain('answered: Page<Lamp>');
  expect(types).toContain('export type Lamp = { uuid: string; level: number | null };');
});
