import type { ErrorModel } from '@daybook/booking/error-model';
import { renderError } from '@daybook/booking/render';
import type { Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import type { Problem } from '../platform/problems.ts';
import { resolveReader } from './reader.ts';

export function showError(runtime: Runtime, visit: Visit, problem: Problem): PageResponse {
  const { site } = resolveReader(runtime, visit);
  return {
    nonce: visit.nonce,
    html: renderError({ site, kind: errorKind(problem) }),
    status: problem.status,
    // It has nothing to click on, so any site may frame it: the visitor sees the reason instead of a blank frame.
    frameAncestors: site.frame === null ? undefined : null,
  };
}

function errorKind({ status, message }: Problem): ErrorModel['kind'] {
  if (status === 404 && message.startsWith('Form')) return 'missingForm';
  if (status === 404 && message.startsWith('Link')) return 'missingLink';
  if (status === 409 && message.startsWith('A host')) return 'missingLink';
  if (status === 404 && message.startsWith('Booking')) return 'missingBooking';
  if (status === 429 && message.startsWith('Too many bookings')) return 'tooMany';
  if (status === 429 && message.startsWith('Too many times')) return 'allHeld';
  if (status === 429 && message.startsWith('Too many open requests')) return 'openRequests';
  const kinds: Readonly<Record<number, ErrorModel['kind']>> = {
    404: 'missing',
    403: 'closed',
    409: 'used',
    429: 'slowDown',
  };
  return kinds[status] ?? 'broken';
}
