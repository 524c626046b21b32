import { expect, test } from 'vitest';
import type { CallEvent } from './call-audio.ts';
import { openAudioThread } from './thread.ts';

const address = '127.0.0.1';
const side = {
  address,
  codec: { name: 'PCMU', payloadType: 0 },
  digitsType: 101,
  mayReceive: true,
} as const;

test('calls of a thread hear each other, and the side that is spoken to falls silent', async () => {
  const thread = openAudioThread();
  const events: CallEvent[] = [];
  const speaking = await thread.open(address, () => undefined);
  const silenced = await thread.open(address, (event) => void events.push(event));
  silenced.startRecording();
  speaking.connect({ ...side, port: silenced.port });
  silenced.connect({ ...side, port: speaking.port });
  const interrupted = silenced.play(new Int16Array(160_000));
  // 600 ms of speech, a pause of 160 ms, and as long as it takes until it has ended.
  const speech = Int16Array.from({ length: 12_800 }, (_, index) =>
    index < 4800 ? 12_000 * Math.sin(index * index) : 0,
  );
  await speaking.play(speech);
  expect(await interrupted).toBe('stopped');
  await expect.poll(() => events.map(({ kind }) => kind)).toEqual(['speech', 'pause', 'end']);
  const recording = await silenced.close();
  expect(recording.length % 160).toBe(0);
  expect(recording.length).toBeGreaterThan(4800);
  expect(await silenced.play(speech)).toBe('stopped');
  expect(thread.isOpen()).toBe(true);
  await thread.close();
  expect(thread.isOpen()).toBe(false);
  await expect(speaking.play(speech)).rejects.toThrow('ended');
});

test('a call without a network is refused, and the thread goes on', async () => {
  const thread = openAudioThread();
  await expect(thread.open('203.0.113.1', () => undefined)).rejects.toThrow('EADDRNOTAVAIL');
  expect((await thread.open(address, () => undefined)).port).toBeGreaterThan(0);
  await thread.close();
});
