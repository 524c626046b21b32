import * as identity from '@daybook/contract/identity';
import * as members from '@daybook/contract/members';
import { describe, expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { endpoints } from '../../slices.ts';
import { refuseGaps } from './app.ts';
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

test('a route of the contract that nobody serves ends the start', () => {
  expect(() => refuseGaps(endpoints.slice(1))).toThrow('is not served');
});
