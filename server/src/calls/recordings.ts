import type { Ctx } from '../platform/context.ts';
import { notFound } from '../platform/problems.ts';
import { decodeG711 } from './media/public.ts';
import { loadCall } from './queue-call.ts';
import { findRecording } from './recordings.store.ts';
import { serializeWav } from './speech/public.ts';

/** As WAV with 16 bits, which every program plays; it is stored in half of that. */
export async function readRecording(ctx: Ctx, agentId: string, callId: string): Promise<Buffer> {
  const { id } = await loadCall(ctx, agentId, callId);
  const audio = await findRecording(ctx, id);
  if (!audio) throw notFound('Recording');
  return serializeWav({ rate: 8000, samples: decodeG711(audio, 'PCMU') });
}
