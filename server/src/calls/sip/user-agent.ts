import { buildResponse } from './dialog.ts';
import type { CallTarget } from './call-requests.ts';
import { findHeader, parseMessage, serializeMessage, type SipMessage } from './message.ts';
import { placeCall, type CallHandlers, type OutboundCall } from './outbound-call.ts';
import { usualTiming, type Timing } from './transactions.rules.ts';
import { openTransport, type Peer, type Transport } from './transport.ts';

/** Our end of the trunk: places calls, and answers what belongs to none of them. */
export interface UserAgent {
  readonly transport: Transport;
  /** False once the connection to the trunk was lost. */
  isOpen(): boolean;
  call(target: CallTarget, handlers: CallHandlers): OutboundCall;
  close(): void;
}

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

  function receive(message: SipMessage): void {
    const call = calls.get(findHeader(message, 'Call-ID') ?? '');
    if (call) return call.receive(message);
    if (message.kind === 'response' || message.method === 'ACK') return;
    // Trunks ask from time to time whether we are there. Nobody can call us.
    const [status, reason] = message.method === 'OPTIONS' ? [200, 'OK'] : refusalOf(message.method);
    transport.send(serializeMessage(buildResponse(message, status, reason)));
  }

  return {
    transport,
    isOpen: () => isOpen,
    call(target, handlers) {
      const call = placeCall(
        { transport, timing, onForget: (callId) => calls.delete(callId) },
        target,
        handlers,
      );
      calls.set(call.callId, call);
      return call;
    },
    close() {
      isOpen = false;
      for (const call of calls.values()) call.close();
      transport.close();
    },
  };
}

function refusalOf(method: string): [number, string] {
  return method === 'INVITE' ? [603, 'Decline'] : [481, 'Call/Transaction Does Not Exist'];
}
