import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { encodeG711 } from '../server/src/calls/media/g711.ts';
import { openSpeaker } from '../server/src/calls/speech/public.ts';
import { parseWav } from '../server/src/calls/speech/wav.ts';
import { provideVoices } from '../server/src/calls/speech/test-voices.ts';
import { baresip, startCallee } from '../server/src/calls/test-baresip.ts';
import { startTrunk } from '../server/src/calls/test-trunk.ts';
import { provideProgram } from '../server/test/debian.ts';
import { openDaybook } from './daybook.ts';
import { createBehavior, buildScript } from './people.ts';
import type { Findings, Plan, Proof } from './proof.ts';

/** One call as the telephone of the person heard and sent it, for the documentation. */

export const recording: Proof = {
  claim: 'One call, recorded by the telephone at its other end, with its transcript (docs/recordings).',
  numbers: { keep: 1 },
  smoke: { keep: 0 },
  run,
};

const folder = fileURLToPath(new URL('../docs/recordings', import.meta.url));
const person = { phoneNumber: '+493012345678', email: 'ines@harbour.example', fullName: 'Ines Okafor' };
/** By then the first time was said. */
const interruptAfterMs = 14_000;
const callLimitMs = 240_000;
const agentVoice = 'slt';

async function run({ random, number, log }: Plan): Promise<Findings> {
  const missing = (await provideVoices('calls')) ?? (await provideProgram(baresip));
  if (missing) throw new Error(`Not tested: ${missing}`);
  const phone = await startCallee(person.phoneNumber);
  const trunk = await startTrunk(() => phone.port);
  const daybook = await openDaybook(trunk.port);
  try {
    await daybook.cluster.database.query(`update workspace set name = 'Harbour Studio'`);
    await daybook.cluster.database.query(`update event_type set title = 'a first talk' where slug = 'call'`);
    const behaviour = {
      ...createBehavior('chooses by number', await daybook.startsOf(1), random),
      voice: 'rms',
    };
    const script = await buildScript(behaviour, openSpeaker(), agentVoice);
    phone.prepare({ ...script, interruptAfterMs });
    const agentId = await daybook.agent(1, agentVoice);
    const call = await daybook.ended(agentId, await daybook.dial(agentId, person), callLimitMs);
    const [files] = phone.recordings();
    if (!call?.callLog?.eventUuid || !files) return { counts: { calls: 1 }, wrong: ['Nothing was booked.'] };
    const bytes = mix(samplesOf(files.heard), samplesOf(files.sent));
    if (number('keep') > 0) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}/call.wav`, bytes);
    }
    log(call.callLog.transcript);
    return { counts: { calls: 1, bytes: bytes.length }, wrong: [] };
  } finally {
    await phone.stop();
    await daybook.close();
    trunk.close();
  }
}

function samplesOf(path: string): Int16Array {
  const sound = parseWav(readFileSync(path));
  if (sound?.rate !== 8000) throw new Error(`${path} is no sound of 8 kHz.`);
  return sound.samples;
}

/** Both sides in one channel, in the codec of the call: mu-law, 8 kHz. */
function mix(heard: Int16Array, sent: Int16Array): Buffer {
  const samples = heard.map((sample, index) =>
    Math.max(-32_768, Math.min(32_767, sample + (sent[index] ?? 0))),
  );
  const audio = encodeG711(samples, 'PCMU');
  const head = Buffer.alloc(58);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(50 + audio.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(18, 16);
  head.writeUInt16LE(7, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('fact', 38, 'latin1');
  head.writeUInt32LE(4, 42);
  head.writeUInt32LE(audio.length, 46);
  head.write('data', 50, 'latin1');
  head.writeUInt32LE(audio.length, 54);
  return Buffer.concat([head, audio]);
}
