import {
  findHeader,
  listHeaders,
  parseParameters,
  parseSequence,
  serializeMessage,
  type SipRequest,
  type SipResponse,
} from './message.ts';
import type { Transport } from './transport.ts';

/** Client transactions of RFC 3261 section 17: a request is sent until it is answered, or its time is up. */
export interface Transactions {
  /** Sends a request with a `Via` of its own branch. `onResponse` gets provisional answers and one final one. */
  send(request: SipRequest, onResponse?: (response: SipResponse) => void, onTimeout?: () => void): void;
  /** False for an answer to nothing that is waited for, such as a repeated 2xx of an INVITE. */
  receive(response: SipResponse): boolean;
  /** Waits no longer for an answer to this request. */
  abandon(request: SipRequest): void;
  close(): void;
}

export interface Timing {
  /** An estimate of the round trip; all else follows from it. */
  readonly t1: number;
  readonly t2: number;
}

export const usualTiming: Timing = { t1: 500, t2: 4000 };

interface PendingTransaction {
  readonly request: SipRequest;
  readonly onResponse: (response: SipResponse) => void;
  retry?: NodeJS.Timeout;
  timeout?: NodeJS.Timeout;
  /** Of a refused INVITE: sent again whenever the refusal comes again. */
  acknowledgement?: string;
}

export function createClientTransactions(transport: Transport, { t1, t2 }: Timing): Transactions {
  const all = new Map<string, PendingTransaction>();

  function repeat(pending: PendingTransaction, text: string, afterMs: number): void {
    const isInvite = pending.request.method === 'INVITE';
    pending.retry = setTimeout(() => {
      transport.send(text);
      repeat(pending, text, isInvite ? afterMs * 2 : Math.min(afterMs * 2, t2));
    }, afterMs);
  }

  /** It has arrived. An INVITE may now ring for as long as its caller lets it. */
  function stopRepeating({ retry, timeout }: PendingTransaction): void {
    clearTimeout(retry);
    clearTimeout(timeout);
  }

  function acknowledge(key: string, pending: PendingTransaction, response: SipResponse): void {
    stopRepeating(pending);
    const text = serializeMessage(acknowledgementOf(pending.request, response));
    pending.acknowledgement = text;
    transport.send(text);
    pending.timeout = setTimeout(() => end(key), transport.isReliable ? 0 : 64 * t1);
  }

  function end(key: string): void {
    const pending = all.get(key);
    if (pending) stopRepeating(pending);
    all.delete(key);
  }

  return {
    send(request, onResponse = ignore, onTimeout = ignore) {
      const key = keyOf(request);
      const pending: PendingTransaction = { request, onResponse };
      all.set(key, pending);
      const text = serializeMessage(request);
      transport.send(text);
      pending.timeout = setTimeout(() => {
        end(key);
        onTimeout();
      }, 64 * t1);
      if (!transport.isReliable) repeat(pending, text, t1);
    },
    receive(response) {
      const key = keyOf(response);
      const pending = all.get(key);
      if (!pending) return false;
      const isInvite = pending.request.method === 'INVITE';
      if (pending.acknowledgement !== undefined) {
        if (response.status >= 300) transport.send(pending.acknowledgement);
        // Another phone has accepted what this one refused.
        return response.status >= 300 || response.status < 200;
      }
      if (response.status < 200) {
        if (isInvite) stopRepeating(pending);
      } else if (isInvite && response.status >= 300) acknowledge(key, pending, response);
      else end(key);
      pending.onResponse(response);
      return true;
    },
    abandon: (request) => end(keyOf(request)),
    close() {
      for (const key of [...all.keys()]) end(key);
    },
  };
}

const ignore = (): void => undefined;

/** An answer belongs to the request with its branch and method. */
function keyOf(message: SipRequest | SipResponse): string {
  const branch = parseParameters(listHeaders(message, 'Via')[0] ?? '').get('branch') ?? '';
  return `${branch} ${parseSequence(message)?.method ?? ''}`;
}

/** Of a refused INVITE: in the same transaction, to where the INVITE went. */
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
