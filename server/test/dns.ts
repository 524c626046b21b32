import { createSocket, type Socket } from 'node:dgram';
import { afterAll, beforeAll } from 'vitest';

const types = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const;

interface TestDns {
  /** For `outboundDns`, once the tests run. */
  readonly servers: readonly string[];
  /** By type and name: `CNAME book.example`. An empty list removes it. */
  set(record: string, values: readonly string[]): void;
  /** While it is off, nobody answers. */
  setAnswering(isAnswering: boolean): void;
}

/** A name server on this machine that knows what a test tells it. All other names don't exist. */
export function useDns(): TestDns {
  const records = new Map<string, readonly string[]>();
  let isAnswering = true;
  let socket: Socket;
  beforeAll(async () => {
    socket = createSocket('udp4');
    socket.on('message', (query, { port: to, address }) => {
      if (isAnswering) socket.send(buildAnswer(query, records), to, address);
      else socket.send(refuse(query), to, address);
    });
    await new Promise<void>((resolve) => {
      socket.bind(0, '127.0.0.1', resolve);
    });
  });
  afterAll(() => socket.close());
  return {
    get servers() {
      return [`127.0.0.1:${socket.address().port}`];
    },
    set: (record, values) => records.set(record, values),
    setAnswering(answers) {
      isAnswering = answers;
    },
  };
}

const questionStart = 12;

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = questionStart;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += length + 1;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function buildAnswer(query: Buffer, records: ReadonlyMap<string, readonly string[]>): Buffer {
  const { name, type, end } = readQuestion(query);
  const kind = Object.entries(types).find(([, number]) => number === type)?.[0] ?? '';
  const values = records.get(`${kind} ${name}`) ?? [];
  const exists = [...records].some(([record, list]) => record.endsWith(` ${name}`) && list.length > 0);
  const header = Buffer.alloc(questionStart);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(exists ? 0x8580 : 0x8583, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(values.length, 6);
  const answers = values.map((value) => {
    const data = encode(kind, value);
    const head = Buffer.from([0xc0, questionStart, 0, type, 0, 1, 0, 0, 0, 0, 0, 0]);
    head.writeUInt16BE(data.length, 10);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([header, query.subarray(questionStart, end), ...answers]);
}

function encode(kind: string, value: string): Buffer {
  if (kind === 'A') return Buffer.from(value.split('.').map(Number));
  if (kind === 'TXT') {
    const pieces = value.match(/.{1,255}/g) ?? [];
    return Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece)])));
  }
  return Buffer.concat([
    ...value.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

/** SERVFAIL. */
function refuse(query: Buffer): Buffer {
  const answer = Buffer.from(query.subarray(0, readQuestion(query).end));
  answer.writeUInt16BE(0x8182, 2);
  answer.fill(0, 6, questionStart);
  return answer;
}
