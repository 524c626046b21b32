import { expect, test } from 'vitest';
import { nameRule } from './name-rules.ts';

const found = (text: string, path = 'server/src/members/teams.ts') =>
  nameRule({ path, text, imports: [] }).map(({ line, message }) => `${line} ${message.split(' ', 1)[0]}`);

test.each([
  ['an exported function on -Of', 'export function slotsOf(page: Page) {}', 'slotsOf'],
  ['an exported async function on -Of', 'export async function hostIdsOf(ctx: Ctx) {}', 'hostIdsOf'],
  ['an exported constant on -Of', 'export const seatsOf = (page: Page) => page.seats;', 'seatsOf'],
  ['a permission', 'export function mayRead(actor: Actor) {}', 'mayRead'],
  ['a guard', 'export function demandAdmin(actor: Actor) {}', 'demandAdmin'],
  ['a reason', 'export function whyNotOpen(poll: Poll) {}', 'whyNotOpen'],
  ['a limit, private as well', 'const mostRows = 20;', 'mostRows'],
  ['a limit among fields', '  readonly fewestSeats: number;', 'fewestSeats'],
  ['an interface that is a participle', 'export interface Booked {}', 'Booked'],
  ['a type that is an irregular participle', "export type Taken = 'taken';", 'Taken'],
  ['a participle behind a noun', 'export interface RouteTaken {}', 'RouteTaken'],
  ['a class', 'export class Refused extends Error {}', 'Refused'],
])('%s is found', (_, line, name) => {
  expect(found(`import a from './a.ts';\n${line}\n`)).toEqual([`2 ${name}`]);
});

test.each([
  ['a private accessor', 'function keyOf(row: Row) { return row.key; }'],
  ['a verb', 'export function listSlots(page: Page) {}'],
  ['a component', 'export function ListOf() {}'],
  ['a noun', 'export interface SlotConflict {}'],
  ['a noun with a participle before it', 'export interface ClaimedCopy {}'],
  ['a noun on -ed', 'export interface CalendarFeed {}'],
  ['the word most', '/** At most so many. */ const maxRows = 20;'],
])('%s is fine', (_, line) => {
  expect(found(`${line}\n`)).toEqual([]);
});

test('generated files have the names of tables', () => {
  expect(found('export interface Archived {}', 'server/src/platform/db/schema.gen.ts')).toEqual([]);
});
