import {
  findHeader,
  listHeaders,
  parseParameters,
  parseSequence,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from './message.ts';

/**
 * Client transactions of RFC 3261 section 17, without sockets and clocks: a request is sent until it is answered, or its time is
 * up. Each function returns the transactions that are open afterwards, and what must be done.
 */

export type ClientTransactions = Readonly<Record<string, ClientTransaction>>;

interface ClientTransaction {
  readonly request: SipRequest;
  /** When the request is sent again, counted from the last time. */
  readonly repeatMs: number;
  /** Of a refused INVITE: sent again whenever the refusal comes again. */
  readonly acknowledgement?: SipRequest;
}

export interface TransactionRules {
  readonly timing: Timing;
  /** Whether the protocol delivers by itself. */
  readonly isReliable: boolean;
}

export interface Timing {
  /** An estimate of the round trip, from which all other times follow. */
  readonly t1: number;
  readonly t2: number;
}

export const usualTiming: Timing = { t1: 500, t2: 4000 };

/** How long a transaction waits for an answer: timers B, D and F of the RFC. */
export const getTimeoutMs = ({ t1 }: Timing): number => 64 * t1;

/** Starting a timer that runs already starts it again. */
export type TransactionEffect =
  | { readonly kind: 'send'; readonly message: SipMessage }
  | { readonly kind: 'startTimer'; readonly timer: TransactionTimer; readonly afterMs: number }
  | { readonly kind: 'stopTimer'; readonly timer: TransactionTimer };

export type TransactionTimer = `repeat ${string}` | `timeout ${string}`;

export interface TransactionStep {
  readonly transactions: ClientTransactions;
  readonly effects: readonly TransactionEffect[];
}

/** Sends a request with a branch of its own in its `Via`. */
export function startTransaction(
  open: ClientTransactions,
  request: SipRequest,
  { timing, isReliable }: TransactionRules,
): TransactionStep {
  const key = keyOf(request);
  const repeatMs = timing.t1;
  return {
    transactions: { ...open, [key]: { request, repeatMs } },
    effects: [
      { kind: 'send', message: request },
      { kind: 'startTimer', timer: `timeout ${key}`, afterMs: getTimeoutMs(timing) },
      ...(isReliable ? [] : ([{ kind: 'startTimer', timer: `repeat ${key}`, afterMs: repeatMs }] as const)),
    ],
  };
}

interface ReceivedResponse extends TransactionStep {
  /**
   * `news`: a provisional answer, or the final one. `repeated`: dealt with. `unmatched`: an answer to nothing that is waited for,
   * such as a repeated 2xx of an INVITE.
   */
  readonly match: 'news' | 'repeated' | 'unmatched';
}

export function matchResponse(
  open: ClientTransactions,
  response: SipResponse,
  rules: TransactionRules,
): ReceivedResponse {
  const key = keyOf(response);
  const found = open[key];
  const { status } = response;
  if (!found) return { transactions: open, effects: [], match: 'unmatched' };
  if (found.acknowledgement) {
    // Another phone has accepted what this one refused.
    if (status >= 200 && status < 300) return { transactions: open, effects: [], match: 'unmatched' };
    const again = { kind: 'send', message: found.acknowledgement } as const;
    return { transactions: open, effects: status < 200 ? [] : [again], match: 'repeated' };
  }
  const isInvite = found.request.method === 'INVITE';
  // The INVITE has arrived, and may ring for as long as its caller lets it.
  if (status < 200) return { transactions: open, effects: isInvite ? stopTimers(key) : [], match: 'news' };
  if (isInvite && status >= 300) return { ...acknowledge(open, key, found, response, rules), match: 'news' };
  return { ...endTransaction(open, key), match: 'news' };
}

function acknowledge(
  open: ClientTransactions,
  key: string,
  found: ClientTransaction,
  response: SipResponse,
  { timing, isReliable }: TransactionRules,
): TransactionStep {
  const acknowledgement = acknowledgementOf(found.request, response);
  const afterMs = isReliable ? 0 : getTimeoutMs(timing);
  return {
    transactions: { ...open, [key]: { ...found, acknowledgement } },
    effects: [
      ...stopTimers(key),
      { kind: 'send', message: acknowledgement },
      { kind: 'startTimer', timer: `timeout ${key}`, afterMs },
    ],
  };
}

/** In the same transaction as the refused INVITE, and to where the INVITE went. */
function acknowledgementOf(request: SipRequest, response: SipResponse): SipRequest {
  const copied = (name: string) => listHeaders(request, name).map((value) => ({ name, value }));
  return {
    kind: 'request',
    method: 'ACK',
    uri: request.uri,
    headers: [
      { name: 'Via', value: listHeaders(request, 'Via')[0] ?? '' },
      ...copied('Route'),
      { name: 'Max-Forwards', value: '70' },
      ...copied('From'),
      { name: 'To', value: findHeader(response, 'To') ?? '' },
      ...copied('Call-ID'),
      { name: 'CSeq', value: `${parseSequence(request)?.number ?? 1} ACK` },
    ],
    body: '',
  };
}

interface FiredTimer extends TransactionStep {
  /** The request that was never answered. */
  readonly unanswered?: SipRequest;
}

export function fireTransactionTimer(
  open: ClientTransactions,
  timer: TransactionTimer,
  { timing }: TransactionRules,
): FiredTimer {
  const [name = ''] = timer.split(' ', 1);
  const key = timer.slice(name.length + 1);
  const found = open[key];
  if (!found) return { transactions: open, effects: [] };
  const { request, acknowledgement } = found;
  if (name === 'timeout')
    return { ...endTransaction(open, key), ...(!acknowledgement && { unanswered: request }) };
  const doubled = found.repeatMs * 2;
  const repeatMs = request.method === 'INVITE' ? doubled : Math.min(doubled, timing.t2);
  return {
    transactions: { ...open, [key]: { ...found, repeatMs } },
    effects: [
      { kind: 'send', message: request },
      { kind: 'startTimer', timer, afterMs: repeatMs },
    ],
  };
}

/** Waits no longer for the answer to a request that has none yet. A refusal is still acknowledged. */
export function abandonRequest(open: ClientTransactions, request: SipRequest): TransactionStep {
  const key = keyOf(request);
  const found = open[key];
  if (!found || found.acknowledgement) return { transactions: open, effects: [] };
  return endTransaction(open, key);
}

function endTransaction(open: ClientTransactions, key: string): TransactionStep {
  const { [key]: _, ...transactions } = open;
  return { transactions, effects: stopTimers(key) };
}

function stopTimers(key: string): TransactionEffect[] {
  return [
    { kind: 'stopTimer', timer: `repeat ${key}` },
    { kind: 'stopTimer', timer: `timeout ${key}` },
  ];
}

/** An answer belongs to the request with its branch and method. */
function keyOf(message: SipMessage): string {
  const branch = parseParameters(listHeaders(message, 'Via')[0] ?? '').get('branch') ?? '';
  return `${branch} ${parseSequence(message)?.method ?? ''}`;
}
