import type { Media } from '../sip/public.ts';
import type { RtpPacket } from './rtp.ts';

interface Source {
  readonly address: string;
  readonly port: number;
}

/** So many packets in a row, each right after the one before, are a stream and not a guess. */
const probation = 3;

/**
 * Whether a packet is of the peer: it comes from where the peer said that it is. A peer whose packets leave by another port of its address,
 * as some gateways' do, is heard from there, as long as nothing ever came from where it said. Others are not heard.
 */
export function createSourceFilter({
  address,
  port,
}: Pick<Media, 'address' | 'port'>): (from: Source, packet: RtpPacket) => boolean {
  let isCertain = false;
  let taken: { readonly port: number; readonly ssrc: number } | undefined;
  const candidates = new Map<number, { ssrc: number; sequence: number; count: number }>();
  return (from, { ssrc, sequence }) => {
    if (from.address !== address) return false;
    if (from.port === port) {
      isCertain = true;
      return true;
    }
    if (isCertain) return false;
    if (taken) return taken.port === from.port && taken.ssrc === ssrc;
    const last = candidates.get(from.port);
    const isNext = last?.ssrc === ssrc && sequence === ((last.sequence + 1) & 0xffff);
    const count = isNext ? last.count + 1 : 1;
    // A peer that sends from many ports costs no memory.
    if (candidates.size > maxCandidates) candidates.clear();
    candidates.set(from.port, { ssrc, sequence, count });
    if (count < probation) return false;
    taken = { port: from.port, ssrc };
    return true;
  };
}

const maxCandidates = 16;
