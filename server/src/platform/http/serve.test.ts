import * as identity from '@daybook/contract/identity';
import * as members from '@daybook/contract/members';
import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { endpoints } from '../../slices.ts';
import { forbidden, notFound } from '../problems.ts';
import { assertAllRoutesServed } from './app.ts';
import { serve, serveCaller, type Endpoint } from './serve.ts';

const email = 'mara@juniper.example';

/** Never run: it only has to be refused by the compiler. */
export const wrong: (() => Endpoint)[] = [
  // @ts-expect-error -- a field is missing
  () => serveCaller(identity.whoami, () => ({})),
  // @ts-expect-error -- a field has another type
  () => serveCaller(identity.whoami, () => ({ email: 7 })),
  // @ts-expect-error -- the bare value is asked for, not the envelope
  () => serve(members.readTeam, async () => ({ success: true, status: 200, resource: {} })),
  // @ts-expect-error -- a list without its total
  () => serve(members.listTeams, async () => ({ items: [] })),
  // @ts-expect-error -- there is no such parameter
  () => serve(members.deleteTeam, async (_ctx, { params }) => void params.uuid),
];

const tricked = (value: unknown): Endpoint[] => [
  serveCaller(identity.whoami, () => value as { email: string }),
];

describe('a handler that answers another shape than its contract', () => {
  const missing = useApp({ endpoints: tricked({}) });
  const extra = useApp({ endpoints: tricked({ email, role: 'owner' }) });
  const right = useApp({ endpoints: tricked({ email }) });
  const production = useApp({
    endpoints: tricked({ email, role: 'owner' }),
    config: { checkResponses: false },
  });

  test('fails where responses are checked: a field missing, a field too many', async () => {
    expect((await missing.get('/whoami')).status).toBe(500);
    expect((await extra.get('/whoami')).status).toBe(500);
    expect((await right.get('/whoami')).status).toBe(200);
    expect((await production.get('/whoami')).status).toBe(200);
  });
});

describe('what a use case would find wrong', () => {
  const asked: object[] = [];
  const app = useApp({
    endpoints: [
      serve(members.updateTeam, () => Promise.reject(notFound('Team')), {
        onSchemaError: (_ctx, fields) => {
          asked.push(fields);
          if (fields.slug === 'secret') throw forbidden('Is none of your business.');
          return { slug: ['Is taken.'], title: ['Is not told: the contract could not read it.'] };
        },
      }),
    ],
  });
  const change = (body: object) => app.patch('/teams/0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d', body);

  test('is asked for where the contract is broken only, and told to who may know', async () => {
    expect((await change({ slug: 'wanted' })).status).toBe(404);
    expect(asked).toEqual([]);
    const told = await change({ title: 7, slug: 'wanted' });
    expect(told.body.errors).toEqual({ title: ['Must be a string.'], slug: ['Is taken.'] });
    const untold = await change({ title: 7, slug: 'secret' });
    expect(untold).toMatchObject({ status: 422, body: { errors: { title: ['Must be a string.'] } } });
    expect(Object.keys(untold.body.errors)).toEqual(['title']);
  });

  test('is asked about fields that are right by the contract, whatever else is sent', async () => {
    asked.length = 0;
    const hostile = [null, 'null\0', 'x'.repeat(70_000), { slug: {} }, ['secret'], '\ud800'];
    for (const slug of hostile) expect((await change({ title: 7, slug })).status).toBe(422);
    expect(asked).toEqual(hostile.map(() => ({})));
    await change({ title: 7 });
    expect(asked.at(-1)).toEqual({ slug: undefined });
    expect(Object.keys(asked.at(-1) ?? {})).toEqual(['slug']);
  });
});

test('a route of the contract that nobody serves ends the start', () => {
  expect(() => assertAllRoutesServed(endpoints.slice(1))).toThrow('isn’t served');
});
