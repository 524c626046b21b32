import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** What is wrong with a field, in a sentence. Undefined keeps the message of the schema. */
export function formatIssue(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This field is required.'
        : `Must be ${withArticle(issue.expected)}.`;
    case 'invalid_value':
      return issue.input === undefined
        ? 'This field is required.'
        : `Must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_union':
      return noneOf(issue);
    case 'invalid_key':
      return issue.issues[0]?.message;
    case 'invalid_format':
      return issue.format === 'url' ? 'Must be a web address.' : undefined;
    default:
      return undefined;
  }
}

/** Of a value that may have one of several types. */
function noneOf({ errors }: Extract<Issue, { code: 'invalid_union' }>): string | undefined {
  const types = errors.map(([first]) =>
    first?.code === 'invalid_type' && first.path.length === 0 ? withArticle(first.expected) : undefined,
  );
  return types.length > 0 && !types.includes(undefined) ? `Must be ${types.join(', or ')}.` : undefined;
}

function tooSmall({ origin, minimum, inclusive }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'string') {
    return Number(minimum) <= 1
      ? 'Must not be empty.'
      : `Must have at least ${counted(minimum, 'character')}.`;
  }
  if (origin === 'array') return `Must have at least ${counted(minimum, 'item')}.`;
  return `Must be ${inclusive ? 'at least' : 'more than'} ${minimum}.`;
}

function tooBig({ origin, maximum, inclusive }: Extract<Issue, { code: 'too_big' }>): string {
  if (origin === 'string') return `Must have at most ${counted(maximum, 'character')}.`;
  if (origin === 'array') return `Must have at most ${counted(maximum, 'item')}.`;
  return `Must be ${inclusive ? 'at most' : 'less than'} ${maximum}.`;
}

function counted(count: number | bigint, noun: string): string {
  return `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;
}

function withArticle(expected: string): string {
  const names: Record<string, string> = {
    string: 'a string',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
    null: 'null',
  };
  return names[expected] ?? expected;
}
