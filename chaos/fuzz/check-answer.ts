import { isDeepStrictEqual } from 'node:util';
import { failure, insufficientScope, invalid, unauthenticated } from '@daybook/contract/errors';
import { listStatuses } from '@daybook/contract/openapi';
import type { AnyRoute } from '@daybook/contract/route';

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

type Schema = AnyRoute['returns']['wire'];

const refusals: Record<number, readonly Schema[]> = {
  401: [unauthenticated, failure],
  403: [insufficientScope, failure],
  422: [invalid],
};

/** About the address or the message, before any operation of it. */
const ofMessages = new Set([405, 408, 431]);

/** What is wrong with an answer by the contract; undefined when nothing is. */
export function findAnswerProblem(route: AnyRoute | undefined, answer: Answer): string | undefined {
  const { status, type, text } = answer;
  if (status >= 500) return `It answers ${status}.`;
  if (route === undefined) return undefined;
  if (!ofMessages.has(status) && !listStatuses(route).has(status))
    return `It answers ${status}, which is not declared.`;
  if (status === 304) return text === '' ? undefined : 'A 304 has a body.';
  const { media, wire } = route.returns;
  if (status < 300 && media) return type.startsWith(media) ? undefined : `It answers ${type}, not ${media}.`;
  if (!type.startsWith('application/json')) return `It answers ${type}, not JSON.`;
  const reasons = (status < 300 ? [wire] : (refusals[status] ?? [failure])).map((schema) =>
    findSchemaProblem(schema, text),
  );
  return reasons.includes(undefined) ? undefined : reasons[0];
}

function findSchemaProblem(schema: Schema, text: string): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'It answers something that is not JSON.';
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) return `It answers another shape: ${JSON.stringify(parsed.error.issues[0])}`;
  return isDeepStrictEqual(parsed.data, body) ? undefined : 'It answers fields that are not declared.';
}
