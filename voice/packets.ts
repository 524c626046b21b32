/** SIP messages as they were seen on the wire, and what they must be like. Knows nothing of our own state. */
export interface Packet {
  readonly atMs: number;
  readonly fromUs: boolean;
  readonly callId: string;
  /** Of a request; of a response, undefined. */
  readonly method: string | undefined;
  /** Of a response. */
  readonly status: number | undefined;
  /** Number and method, of requests and responses alike. */
  readonly sequence: number;
  readonly sequenceMethod: string;
  readonly branch: string;
}

/** What is wrong with the packets of one call, a sentence each. */
export function listFaults(packets: readonly Packet[]): string[] {
  return [
    ...dialledOnce(packets),
    ...finalAnswersAcknowledged(packets),
    ...cancelledAfterProvisional(packets),
    ...requestsAnswered(packets),
    ...nothingLeftOpen(packets),
  ];
}

const isRequest = (method: string) => (packet: Packet) => packet.method === method;
const isInvite = isRequest('INVITE');
/** Refusals after which the same call is placed once more, with what they ask for. */
const canFollow = [401, 407, 422];

/** Repetitions have the same branch. Another INVITE of ours follows only from an answer that asks for it. */
function dialledOnce(packets: readonly Packet[]): string[] {
  const ours = packets.filter((packet) => packet.fromUs && isInvite(packet));
  if (ours.length === 0) return ['Nothing was dialled.'];
  const firsts = [
    ...new Map(ours.toReversed().map((packet) => [packet.branch, packet])).values(),
  ].toReversed();
  return firsts.slice(1).flatMap((packet) => {
    const cause = packets.find(
      (each) =>
        !each.fromUs &&
        each.sequenceMethod === 'INVITE' &&
        each.sequence === packet.sequence - 1 &&
        canFollow.includes(each.status ?? 0) &&
        each.atMs <= packet.atMs,
    );
    return cause ? [] : [`INVITE ${packet.sequence} was sent without a reason to dial again.`];
  });
}

function finalAnswersAcknowledged(packets: readonly Packet[]): string[] {
  const finals = packets.filter(
    ({ sequenceMethod, status = 0 }) => sequenceMethod === 'INVITE' && status >= 200,
  );
  const last = new Map(finals.map((packet) => [`${packet.fromUs} ${packet.sequence}`, packet]));
  return [...last.values()].flatMap((packet) => {
    const acknowledged = packets.some(
      (each) =>
        each.method === 'ACK' &&
        each.fromUs !== packet.fromUs &&
        each.sequence === packet.sequence &&
        each.atMs >= packet.atMs,
    );
    return acknowledged ? [] : [`${packet.status} to INVITE ${packet.sequence} was not acknowledged.`];
  });
}

function cancelledAfterProvisional(packets: readonly Packet[]): string[] {
  return packets.filter(isRequest('CANCEL')).flatMap((cancel) => {
    const answers = packets.filter(
      ({ sequenceMethod, sequence, atMs }) =>
        sequenceMethod === 'INVITE' && sequence === cancel.sequence && atMs <= cancel.atMs,
    );
    const isProvisional = answers.some(({ status = 0 }) => status >= 100 && status < 200);
    const belongs = packets.some((packet) => isInvite(packet) && packet.branch === cancel.branch);
    return [
      ...(isProvisional ? [] : ['CANCEL was sent before anything was answered.']),
      ...(belongs ? [] : ['CANCEL has another branch than its INVITE.']),
    ];
  });
}

function requestsAnswered(packets: readonly Packet[]): string[] {
  const asked = packets.filter(({ method }) => method !== undefined && method !== 'ACK');
  const open = asked.filter(
    (request) =>
      !packets.some(
        ({ status = 0, branch, sequenceMethod, fromUs }) =>
          status >= 200 &&
          fromUs !== request.fromUs &&
          branch === request.branch &&
          sequenceMethod === request.method,
      ),
  );
  return [...new Set(open.map(({ method, sequence }) => `${method} ${sequence} was never answered.`))];
}

/** Whatever was accepted has ended: by a BYE that was answered. */
function nothingLeftOpen(packets: readonly Packet[]): string[] {
  const isAccepted = packets.some(
    ({ fromUs, sequenceMethod, status = 0 }) =>
      !fromUs && sequenceMethod === 'INVITE' && status >= 200 && status < 300,
  );
  const hasEnded = packets.some(
    ({ sequenceMethod, status = 0 }) => sequenceMethod === 'BYE' && status >= 200,
  );
  return isAccepted && !hasEnded ? ['It was answered and never ended.'] : [];
}
