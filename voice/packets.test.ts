import { expect, test } from 'vitest';
import { listFaults, type Packet } from './packets.ts';

let clock = 0;
const packet = (fromUs: boolean, line: string, sequence = 1, branch = 'a'): Packet => {
  const [first = '', of = first] = line.split(' ');
  const status = Number(first);
  clock += 1;
  return {
    atMs: clock,
    fromUs,
    callId: 'c',
    method: status ? undefined : first,
    status: status || undefined,
    sequence,
    sequenceMethod: of,
    branch,
  };
};

const answered = [
  packet(true, 'INVITE'),
  packet(true, 'INVITE'),
  packet(false, '180 INVITE'),
  packet(false, '200 INVITE'),
  packet(true, 'ACK'),
  packet(true, 'BYE', 2, 'b'),
  packet(false, '200 BYE', 2, 'b'),
];
const cancelled = [
  packet(true, 'INVITE'),
  packet(false, '180 INVITE'),
  packet(true, 'CANCEL'),
  packet(false, '200 CANCEL'),
  packet(false, '487 INVITE'),
  packet(true, 'ACK'),
];
const without = (packets: readonly Packet[], ...indexes: number[]) =>
  packets.filter((_, index) => !indexes.includes(index));

test('calls as they should be have no faults', () => {
  expect([listFaults(answered), listFaults(cancelled)]).toEqual([[], []]);
});

test.each([
  ['a call that nobody ended', without(answered, 5, 6), 'It was answered and never ended.'],
  ['an answer that was not acknowledged', without(answered, 4), '200 to INVITE 1 was not acknowledged.'],
  ['a goodbye without an answer', without(answered, 6), 'BYE 2 was never answered.'],
  [
    'a second dial',
    [...answered, packet(true, 'INVITE', 3, 'z')],
    'INVITE 3 was sent without a reason to dial again.',
  ],
  ['a CANCEL too early', without(cancelled, 1), 'CANCEL was sent before anything was answered.'],
  ['no call at all', [], 'Nothing was dialled.'],
])('%s is found', (_, packets, fault) => {
  expect(listFaults(packets)).toContain(fault);
});
