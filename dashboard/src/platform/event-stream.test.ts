import { expect, test } from 'vitest';
import { readEvents, type StreamEvent } from './event-stream.ts';

function bodyOf(...chunks: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
}

async function eventsIn(...chunks: readonly string[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of readEvents(bodyOf(...chunks))) events.push(event);
  return events;
}

test('events come whole, however they are cut on the way', async () => {
  const text = 'retry: 2000\n\nid: 7\ndata: {"tag":"Teams"}\n\n: ping\n\nid: 8\n\n';
  const whole = await eventsIn(text);
  expect(whole).toEqual([{}, { id: '7', data: '{"tag":"Teams"}' }, {}, { id: '8' }]);
  expect(await eventsIn(...text)).toEqual(whole);
});

test('lines of data belong together, and what was cut off at the end is none', async () => {
  expect(await eventsIn('data: a\r\ndata: b\r\n\r\ndata: lost')).toEqual([{ data: 'a\nb' }]);
});

test('a reader that has enough ends the stream', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
    cancel: () => {
      isCancelled = true;
    },
  });
  for await (const event of readEvents(body)) {
    expect(event.data).toBe('x');
    break;
  }
  expect(isCancelled).toBe(true);
});
