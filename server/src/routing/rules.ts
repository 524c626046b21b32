import type { formCondition, formRoute } from '@daybook/contract/routing-forms';
import type { z } from 'zod';
import { fold } from '../platform/text.ts';

export type Condition = z.output<typeof formCondition>;
export type Route = z.output<typeof formRoute>;

/** An answer as rules see it: the chosen options of a checkbox, else at most one text. Nothing given is an empty list. */
export type Answers = ReadonlyMap<string, readonly string[]>;

/** The first route whose conditions the answers fulfil. */
export function chooseRoute(routes: readonly Route[], answers: Answers): Route | undefined {
  return routes.find((route) => fits(route, answers));
}

export function fits({ match, conditions }: Pick<Route, 'match' | 'conditions'>, answers: Answers): boolean {
  const holdsFor = (condition: Condition) => holds(condition, answers.get(condition.inputId) ?? []);
  return match === 'any' ? conditions.some(holdsFor) : conditions.every(holdsFor);
}

/** Texts are compared without regard to case and accents, numbers by their value. */
export function holds({ operator, value }: Condition, given: readonly string[]): boolean {
  const wanted = wantedOf(value);
  switch (operator) {
    case 'is_empty':
      return given.length === 0;
    case 'is_not_empty':
      return given.length > 0;
    case 'equals':
      return isSame(given, wanted);
    case 'not_equals':
      return !isSame(given, wanted);
    case 'in':
      return given.some((text) => wanted.some((other) => isEqual(text, other)));
    case 'contains':
      return given.some((text) => wanted.some((other) => fold(text).includes(fold(other))));
    case 'starts_with':
      return given.some((text) => wanted.some((other) => fold(text).startsWith(fold(other))));
    case 'gt':
      return compares(given, wanted, (answer, limit) => answer > limit);
    case 'lt':
      return compares(given, wanted, (answer, limit) => answer < limit);
  }
}

/** What a condition compares with, as a list of texts. */
export function wantedOf(value: Condition['value']): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((item) => String(item).trim());
}

/** All of them and nothing else, in any order. */
function isSame(given: readonly string[], wanted: readonly string[]): boolean {
  const covers = (all: readonly string[], some: readonly string[]) =>
    some.every((text) => all.some((other) => isEqual(text, other)));
  return given.length > 0 && covers(given, wanted) && covers(wanted, given);
}

function isEqual(a: string, b: string): boolean {
  const [x, y] = [numberOf(a), numberOf(b)];
  return x !== undefined && y !== undefined ? x === y : fold(a.trim()) === fold(b.trim());
}

function compares(
  given: readonly string[],
  wanted: readonly string[],
  test: (answer: number, limit: number) => boolean,
): boolean {
  const limit = numberOf(wanted[0] ?? '');
  return given.some((text) => {
    const answer = numberOf(text);
    return answer !== undefined && limit !== undefined && test(answer, limit);
  });
}

/** A number as people write one: digits, a sign, a point. Undefined for anything else. */
export function numberOf(text: string): number | undefined {
  return /^\s*[+-]?\d{1,15}(?:\.\d{1,15})?\s*$/.test(text) ? Number(text) : undefined;
}
