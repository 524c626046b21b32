import { buildRequest, type Dialog, type Parties } from './dialog.ts';
import { buildAuthorization, type Challenge, type Credentials } from './digest.ts';
import {
  listHeaders,
  parseParameters,
  parseSequence,
  type Header,
  type SipRequest,
  type SipResponse,
} from './message.ts';
import { buildSdpOffer } from './sdp.ts';
import type { Timing } from './transactions.rules.ts';
import type { LocalEnd } from './transport.ts';

/** The requests of one call. The same setup and arguments always give the same request. */

export interface CallTarget {
  /** `sip:+4930901820@trunk.example`. */
  readonly uri: string;
  /** The caller, as the trunk knows us: `"Daybook" <sip:+49301@trunk.example>`. */
  readonly from: string;
  readonly credentials: Credentials | undefined;
  /** How long it may ring. */
  readonly ringSeconds: number;
  /** Where our audio is received. */
  readonly mediaAddress: string;
  readonly mediaPort: number;
}

/** What does not change during a call. */
export interface CallSetup {
  readonly target: CallTarget;
  readonly parties: Parties;
  /** Of our audio. */
  readonly media: { readonly address: string; readonly port: number; readonly sessionId: number };
  readonly end: LocalEnd;
  readonly timing: Timing;
  /** Unique in space and time; the branches of all requests begin with it. */
  readonly branch: string;
  /** Unpredictable, for answers to challenges. */
  readonly cnonce: string;
}

interface Login {
  readonly challenge: Challenge;
  readonly credentials: Credentials;
  readonly isProxy: boolean;
}

export function buildInvite(
  setup: CallSetup,
  { sequence, sessionSeconds }: { readonly sequence: number; readonly sessionSeconds: number },
  login?: Login,
): SipRequest {
  const { end, parties, target, media } = setup;
  return buildRequest(end, parties, {
    method: 'INVITE',
    uri: target.uri,
    sequence,
    branch: branchOf(setup, sequence),
    headers: [
      { name: 'Allow', value: 'INVITE, ACK, CANCEL, BYE, OPTIONS, UPDATE, INFO' },
      { name: 'Supported', value: 'timer' },
      { name: 'Session-Expires', value: String(sessionSeconds) },
      { name: 'Min-SE', value: '90' },
      ...(login ? [authorizationOf(setup, sequence, login)] : []),
    ],
    body: buildSdpOffer({ ...media, version: 1 }),
  });
}

function authorizationOf(setup: CallSetup, sequence: number, login: Login): Header {
  const { challenge, credentials, isProxy } = login;
  const cnonce = `${setup.cnonce}${sequence}`;
  const use = { method: 'INVITE', uri: setup.target.uri, count: 1, cnonce };
  const name = isProxy ? 'Proxy-Authorization' : 'Authorization';
  return { name, value: buildAuthorization(challenge, credentials, use) };
}

/** With the branch and the number of the INVITE that it cancels. */
export function buildCancel({ end, parties }: CallSetup, invite: SipRequest): SipRequest {
  const branch = parseParameters(listHeaders(invite, 'Via')[0] ?? '').get('branch') ?? '';
  const sequence = parseSequence(invite)?.number ?? 1;
  return buildRequest(end, parties, { method: 'CANCEL', uri: invite.uri, sequence, branch });
}

/** A repeated 2xx gets the same ACK: one with another branch would not be taken for a retransmission. */
export function acknowledgeAccepted(setup: CallSetup, dialog: Dialog, response: SipResponse): SipRequest {
  const { target: uri, remoteTag, routes } = dialog;
  const sequence = parseSequence(response)?.number ?? 1;
  const branch = `${setup.branch}-ack-${remoteTag}`;
  return buildRequest(setup.end, dialog, { method: 'ACK', uri, sequence, remoteTag, routes, branch });
}

export function buildInDialog(
  setup: CallSetup,
  dialog: Dialog,
  method: string,
  sequence: number,
): SipRequest {
  const { target: uri, remoteTag, routes } = dialog;
  const branch = branchOf(setup, sequence);
  return buildRequest(setup.end, dialog, { method, uri, sequence, remoteTag, routes, branch });
}

const branchOf = ({ branch }: CallSetup, sequence: number): string => `${branch}-${sequence}`;
