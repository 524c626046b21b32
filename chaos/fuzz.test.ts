import { listTeams } from '@daybook/contract/members';
import { createNote } from '@daybook/contract/notes';
import { expect, test } from 'vitest';
import { fixedClock } from '../server/test/booking.ts';
import { useApp } from '../server/test/harness.ts';
import { requests, createWorld } from '../server/test/operations.ts';
import { ownerToken } from '../server/test/runtime.ts';
import { findAnswerProblem } from './fuzz/check-answer.ts';
import { fuzzContract } from './fuzz/fuzz.ts';

/* The short form of `npm run fuzz`; `npm run fuzz -- --control` plants faults in a server. */

const app = useApp({ clock: fixedClock });

test(
  'requests, valid or not: never a 5xx, never an answer off its schema, never a hang',
  { timeout: 240_000 },
  async () => {
    const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const world = createWorld(app, 'http://127.0.0.1:9/hook');
    const target = { url, ownerToken, request: async (name: string) => requests[name]?.(world) };
    const { findings, tried, succeeded } = await fuzzContract(target, {
      seed: 1,
      requests: 1500,
      prepared: 30,
    });
    expect(findings).toEqual([]);
    expect(succeeded).toBeGreaterThan(tried / 3);
    await app.runEffects();
  },
);

const json = 'application/json; charset=utf-8';

test.each([
  ['a failure', 500, json, '{}', 'It answers 500.'],
  ['an undeclared status', 418, json, '{}', 'It answers 418, which is not declared.'],
  ['another shape', 200, json, '{"collection":[7]}', 'It answers another shape'],
  ['no JSON', 200, json, '{', 'It answers something that is not JSON.'],
  ['a page', 400, 'text/html', '<p>', 'It answers text/html, not JSON.'],
  ['another refusal', 422, json, '{"message":"No."}', 'It answers another shape'],
])('the check sees %s', (_case, status, type, text, why) => {
  expect(findAnswerProblem(listTeams, { status, type, text })).toContain(why);
});

test('the check sees a field that the contract does not have', () => {
  const text = '{"success":false,"message":"No.","status":400,"more":1}';
  expect(findAnswerProblem(createNote, { status: 400, type: json, text })).toBe(
    'It answers fields that are not declared.',
  );
});
