import { buildResponse } from './dialog.ts';
import { findHeader, parseMessage, parseSequence, serializeMessage, type SipMessage } from './message.ts';
import { placeCall, type CallHandlers, type CallTarget, type OutboundCall } from './outbound-call.ts';
import { createClientTransactions, usualTiming, type Timing } from './transactions.ts';
import { openTransport, type Peer, type Transport } from './transport.ts';

/** Our end of the trunk: places calls, and answers what belongs to none of them. */
export interface UserAgent {
  readonly transport: Transport;
  /** False once the connection to the trunk was lost. */
  isOpen(): boolean;
  call(target: CallTarget, handlers: CallHandlers): OutboundCall;
  close(): void;
}

/** How long answers that come late still find their call: a 2xx is repeated for as long as it is not acknowledged. */
const keptMs = 40_000;

export async function openUserAgent(
  peer: Peer,
  timing: Timing = usualTiming,
  open: typeof openTransport = openTransport,
): Promise<UserAgent> {
  const calls = new Map<string, OutboundCall>();
  let isOpen = true;
  const transport = await open(peer, {
    onMessage: (text) => {
      const message = parseMessage(text);
      if (message) receive(message);
    },
    // Requests run into their own time limits.
    onError: () => {
      if (transport.isReliable) isOpen = false;
    },
  });
  const transactions = createClientTransactions(transport, timing);

  function receive(message: SipMessage): void {
    const call = calls.get(findHeader(message, 'Call-ID') ?? '');
    if (message.kind === 'response') {
      const isAccepted = message.status >= 200 && message.status < 300;
      const isOfInvite = parseSequence(message)?.method === 'INVITE';
      if (!transactions.receive(message) && isAccepted && isOfInvite) call?.receiveAccepted(message);
      return;
    }
    if (call) return call.receive(message);
    if (message.method === 'ACK') return;
    // Trunks ask from time to time whether we are there. Nobody can call us.
    const [status, reason] = message.method === 'OPTIONS' ? [200, 'OK'] : refusalOf(message.method);
    transport.send(serializeMessage(buildResponse(message, status, reason)));
  }

  return {
    transport,
    isOpen: () => isOpen,
    call(target, handlers) {
      const call = placeCall({ transport, transactions, timing }, target, {
        ...handlers,
        onEnded: (end) => {
          setTimeout(() => calls.delete(call.callId), keptMs).unref();
          handlers.onEnded(end);
        },
      });
      calls.set(call.callId, call);
      return call;
    },
    close() {
      isOpen = false;
      transactions.close();
      transport.close();
    },
  };
}

function refusalOf(method: string): [number, string] {
  return method === 'INVITE' ? [603, 'Decline'] : [481, 'Call/Transaction Does Not Exist'];
}
