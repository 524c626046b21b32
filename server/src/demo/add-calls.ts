import { juniperCalls } from '../../../seeds/juniper-calls.ts';
import { juniper } from '../../../seeds/juniper.ts';
import { importCall, listAgents } from '../calls/public.ts';
import { recordCalls } from '../crm/public.ts';
import { formatWireTime } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { getToday, toTime } from './days.ts';

/** Calls of the last weeks, with transcripts, and with recordings of those that were answered. */
export async function addCalls(ctx: Ctx): Promise<void> {
  const [agent] = await listAgents(ctx, { limit: 1, offset: 0 });
  if (!agent) return;
  const made = [];
  for (const { daysAgo, at, turns, name, ...call } of juniperCalls) {
    const startedAt = toTime(getToday(ctx, juniper.timezone) - daysAgo, at, juniper.timezone);
    const payload = await importCall(ctx, agent, {
      ...call,
      fullName: name,
      startedAt,
      turns: turns.map((text, index) => ({
        atMs: Math.floor((index * call.seconds * 1000) / turns.length),
        speaker: index % 2 === 0 ? ('agent' as const) : ('person' as const),
        text,
        confidence: index % 2 === 0 ? null : 0.94,
      })),
      recording: call.outcome === 'answered' ? generateTones(turns.length) : undefined,
    });
    const endedAt = new Date(startedAt.getTime() + call.seconds * 1000);
    const happenedAt = formatWireTime(endedAt);
    made.push({ id: generateUuid(), publishedAt: happenedAt, happenedAt, payload });
  }
  await recordCalls(ctx, made);
}

const rate = 8000;
const toneSamples = rate / 2;

/** A recording of nobody: half a second for each turn, in one of two soft tones. */
function generateTones(turns: number): Int16Array {
  return Int16Array.from({ length: turns * toneSamples }, (_, index) => {
    const pitch = Math.floor(index / toneSamples) % 2 === 0 ? 392 : 294;
    const loudness = Math.sin((Math.PI * (index % toneSamples)) / toneSamples);
    return Math.round(5000 * loudness * Math.sin((2 * Math.PI * pitch * index) / rate));
  });
}
