import type { formCondition, formRoute } from '@daybook/contract/routing-forms';
import type { z } from 'zod';
import { foldForSearch } from '@daybook/contract/folding.data';

export type Condition = z.output<typeof formCondition>;
export type Route = z.output<typeof formRoute>;

/** By `inputId`: the checked options of a checkbox, else at most one text. No answer is an empty list. */
export type Answers = ReadonlyMap<string, readonly string[]>;

/** The first route whose conditions match. */
export function chooseRoute(routes: readonly Route[], answers: Answers): Route | undefined {
  return routes.find((route) => isMatch(route, answers));
}

export function isMatch(
  { match, conditions }: Pick<Route, 'match' | 'conditions'>,
  answers: Answers,
): boolean {
  const isMetBy = (condition: Condition) => isMet(condition, answers.get(condition.inputId) ?? []);
  return match === 'any' ? conditions.some(isMetBy) : conditions.every(isMetBy);
}

/** Texts compare without case and accents, numbers by value. */
export function isMet({ operator, value }: Condition, given: readonly string[]): boolean {
  const wanted = listComparedTexts(value);
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
      return given.some((text) => wanted.some((other) => foldForSearch(text).includes(foldForSearch(other))));
    case 'starts_with':
      return given.some((text) =>
        wanted.some((other) => foldForSearch(text).startsWith(foldForSearch(other))),
      );
    case 'gt':
      return compares(given, wanted, (answer, limit) => answer > limit);
    case 'lt':
      return compares(given, wanted, (answer, limit) => answer < limit);
  }
}

/** What a condition compares with, as texts. */
export function listComparedTexts(value: Condition['value']): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((item) => String(item).trim());
}

/** The same set, in any order. */
function isSame(given: readonly string[], wanted: readonly string[]): boolean {
  const covers = (all: readonly string[], some: readonly string[]) =>
    some.every((text) => all.some((other) => isEqual(text, other)));
  return given.length > 0 && covers(given, wanted) && covers(wanted, given);
}

function isEqual(a: string, b: string): boolean {
  const [x, y] = [parseNumber(a), parseNumber(b)];
  return x !== undefined && y !== undefined ? x === y : foldForSearch(a.trim()) === foldForSearch(b.trim());
}

function compares(
  given: readonly string[],
  wanted: readonly string[],
  test: (answer: number, limit: number) => boolean,
): boolean {
  const limit = parseNumber(wanted[0] ?? '');
  return given.some((text) => {
    const answer = parseNumber(text);
    return answer !== undefined && limit !== undefined && test(answer, limit);
  });
}

/** Digits with an optional sign and decimal point; undefined for anything else. */
export function parseNumber(text: string): number | undefined {
  return /^\s*[+-]?\d{1,15}(?:\.\d{1,15})?\s*$/.test(text) ? Number(text) : undefined;
}
