import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  listCliArguments,
  listCliFlags,
  formatCliLine,
  getCliName,
  hasOpenBody,
  hasOpenQuery,
} from './cli-names.ts';
import { message } from './envelopes.ts';
import { uuidParam } from './fields.ts';
import { declareRoute } from './route.ts';
import { routes } from './routes.ts';
import { requireScopes } from './scopes.ts';

const flagsOf = (operation: string) => {
  const declared = routes.get(operation);
  if (!declared) throw new Error(`There is no ${operation}.`);
  return new Map(listCliFlags(declared).map((flag) => [flag.name, flag]));
};

test('every operation has a command of its own', () => {
  const names = [...routes].map(([operation, declared]) => getCliName(operation, declared));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  for (const name of names) expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*(?: [a-z]+(?:-[a-z]+)*)?$/);
});

test.each([
  ['listScheduledEvents', 'events list'],
  ['book', 'events book'],
  ['handOverScheduledEvent', 'events hand-over'],
  ['readPerson', 'people get'],
  ['changeWebhook', 'webhooks update'],
  ['listFormSubmissions', 'forms list-submissions'],
  ['bookPublicly', 'public book'],
  ['addDoNotCall', 'do-not-call add'],
  ['whoami', 'whoami'],
])('%s is %s', (operation, name) => {
  expect(getCliName(operation, routes.get(operation) ?? { tag: 'Live' })).toBe(name);
});

test('every field of query and body is a flag of its type, and no flag has two meanings', () => {
  for (const [operation, declared] of routes) {
    const names = listCliFlags(declared).map(({ name }) => name);
    expect(new Set(names).size, operation).toBe(names.length);
  }
  expect(flagsOf('listScheduledEvents').get('status')).toMatchObject({
    in: 'query',
    choices: ['confirmed', 'cancelled'],
  });
  expect(flagsOf('listScheduledEvents').has('cursor')).toBe(false);
  expect(flagsOf('book').get('guests')).toMatchObject({
    in: 'body',
    type: 'text',
    isList: true,
    isNullable: true,
  });
  expect(flagsOf('book').get('duration')).toMatchObject({ type: 'number', isRequired: false });
  expect(flagsOf('book').get('question-answers')).toMatchObject({ type: 'json', field: 'question_answers' });
  expect(flagsOf('readAvailability').get('include-host-count')).toMatchObject({ type: 'boolean' });
  expect(flagsOf('listScheduledEvents').get('no-show')).toMatchObject({ type: 'boolean', choices: [] });
  expect(flagsOf('listScheduledEvents').get('min-start-time')).toMatchObject({ format: 'date-time' });
  expect(flagsOf('createToken').get('scopes')).toMatchObject({ type: 'text', isList: true });
  expect(flagsOf('markNoShow').get('no-show')).toMatchObject({ type: 'boolean', isRequired: true });
});

test('a command to copy has the examples of the contract, quoted for a shell', () => {
  const line = (operation: string, input = {}) => {
    const declared = routes.get(operation);
    return declared && formatCliLine(operation, declared, input);
  };
  expect(line('cancelScheduledEvent')).toBe(
    'daybook events cancel dbk-8fK2mZ0qWv3Xy7Ab --cancellation-reason Ill',
  );
  expect(line('listScheduledEvents', { query: { status: 'confirmed' } })).toBe(
    'daybook events list --status confirmed',
  );
  expect(line('updateNote', { params: { id: 7 }, body: { note: "It's <b>on</b>" } })).toBe(
    String.raw`daybook notes update 7 --note 'It'\''s <b>on</b>'`,
  );
});

test('a route that was only just declared has its command, arguments and flags', () => {
  const invented = declareRoute({
    method: 'POST',
    path: '/rooms/{uuid}/lights',
    origin: 'ours',
    tag: 'Teams',
    summary: 'Switch the lights',
    access: requireScopes('admin:full'),
    params: { uuid: uuidParam('Room') },
    query: { dryRun: z.enum(['yes', 'no']).optional() },
    body: z.object({ isOn: z.boolean(), level: z.int().nullish(), data: z.string().nullish() }),
    returns: message('Done.'),
    examples: { body: { isOn: true, level: 3 } },
  });
  expect(getCliName('switchTeamLights', invented)).toBe('teams switch-lights');
  expect(listCliArguments(invented).map(({ name }) => name)).toEqual(['room']);
  expect(listCliFlags(invented).map(({ name }) => name)).toEqual(['dry-run', 'is-on', 'level', 'body-data']);
  expect(listCliFlags(invented).at(-1)).toMatchObject({ type: 'text', isNullable: true });
  expect(formatCliLine('switchTeamLights', invented, { params: { uuid: 'x' } })).toBe(
    'daybook teams switch-lights x --is-on --level 3',
  );
});

test('bodies and queries that take fields of the workspace say so', () => {
  const open = (test: typeof hasOpenBody) =>
    [...routes].filter(([, declared]) => test(declared)).map(([name]) => name);
  expect(open(hasOpenBody)).toEqual(expect.arrayContaining(['createRecord', 'upsertPerson']));
  expect(open(hasOpenBody)).not.toContain('book');
  expect(open(hasOpenQuery)).toContain('listRecords');
});
