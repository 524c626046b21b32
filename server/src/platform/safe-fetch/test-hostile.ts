import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** Addresses that lead, or try to lead, to places that users must not reach through this server. */
export function listHostileUrls(port: number): string[] {
  return [...hosts4, ...hosts6, ...disguised].map((host) => `http://${host}:${port}/hook`);
}

/** One or more of every range that is not the public internet. */
const hosts4 = [
  ...['127.0.0.1', '127.0.0.2', '127.1.2.3', '127.255.255.254', '127.255.255.255'],
  ...['0.0.0.0', '0.0.0.1', '0.1.2.3', '0.255.255.255'],
  ...['10.0.0.0', '10.0.0.1', '10.1.2.3', '10.255.255.255'],
  ...['100.64.0.0', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  ...['169.254.0.1', '169.254.169.254', '169.254.170.2', '169.254.169.123', '169.254.255.255'],
  ...['172.16.0.0', '172.16.0.1', '172.17.0.1', '172.20.10.1', '172.31.255.255'],
  ...['192.0.0.1', '192.0.0.192', '192.0.0.170', '192.0.2.1', '192.31.196.1', '192.52.193.1'],
  ...['192.88.99.1', '192.168.0.1', '192.168.1.1', '192.168.255.255', '192.175.48.1'],
  ...['198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '168.63.129.16'],
  ...['224.0.0.1', '233.252.0.1', '239.255.255.255', '240.0.0.1', '250.1.2.3', '255.255.255.255'],
];

const hosts6 = [
  ...[
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '[::0001]',
    '[0::1]',
  ],
  ...[
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
  ],
  ...['[::ffff:0.0.0.0]', '[::ffff:192.168.1.1]', '[::ffff:100.64.0.1]', '[0:0:0:0:0:ffff:127.0.0.1]'],
  ...['[::127.0.0.1]', '[::7f00:1]', '[::10.0.0.1]', '[::169.254.169.254]'],
  ...['[::ffff:0:127.0.0.1]', '[::ffff:0:7f00:1]'],
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::10.0.0.1]', '[64:ff9b::a9fe:a9fe]'],
  ...['[64:ff9b:1::1]', '[64:ff9b:1::7f00:1]', '[64:ff9b:1:ffff::10.0.0.1]'],
  ...['[2002:7f00:1::]', '[2002:7f00:1::1]', '[2002:a00:1::1]', '[2002:a9fe:a9fe::1]', '[2002:c0a8:101::1]'],
  ...[
    '[2001::1]',
    '[2001:0:7f00:1::1]',
    '[2001:0:4136:e378:8000:63bf:f5ff:fffe]',
    '[2001:10::1]',
    '[2001:20::1]',
  ],
  ...['[2001:2::1]', '[2001:4:112::1]', '[2001:db8::1]', '[2001:db8:ffff::1]', '[3fff::1]', '[3fff:fff::1]'],
  ...[
    '[fc00::1]',
    '[fc00:ec2::254]',
    '[fd00::1]',
    '[fd00:ec2::254]',
    '[fd12:3456:789a::1]',
    '[fdff:ffff::1]',
  ],
  ...['[fe80::1]', '[fe80::a9fe:a9fe]', '[febf::1]', '[fec0::1]', '[fec0:0:0:ffff::1]', '[feff::1]'],
  ...['[ff01::1]', '[ff02::1]', '[ff02::2]', '[ff05::1:3]', '[ff0e::1]', '[ffff:ffff::1]'],
  ...[
    '[100::1]',
    '[100:0:0:1::1]',
    '[5f00::1]',
    '[4000::1]',
    '[1::1]',
    '[1fff::1]',
    '[8000::1]',
    '[a000::1]',
  ],
  ...['[2620:4f:8000::1]'],
];

/** Loopback and metadata in the spellings that URL parsers take for them. */
const disguised = [
  ...[
    '2130706433',
    '2130706434',
    '017700000001',
    '0x7f000001',
    '0x7F000001',
    '0x7f.0.0.1',
    '0x7f.0x0.0x0.0x1',
  ],
  ...[
    '0177.0.0.1',
    '0177.0.0.01',
    '00000177.0.0.1',
    '127.1',
    '127.0.1',
    '0x7f.1',
    '0177.1',
    '127.0x1',
    '127.65537',
  ],
  ...['0', '0x0', '00', '0.0', '127.0.0.1.', '2852039166', '0xa9fea9fe', '0xA9FEA9FE', '025177524776'],
  ...['169.254.43518', '169.16689662', '0xa9.0xfe.0xa9.0xfe', '0251.0376.0251.0376', '169.0xfe.0251.254'],
  ...['3232235777', '0xc0a80101', '0300.0250.1.1', '167772161', '0xa000001', '012.0.0.1', '10.1', '10.65537'],
  ...[
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '１２７。０。０。１',
    '127。0。0。1',
    '127．0．0．1',
    '127｡0｡0｡1',
    '①⑥⑨.②⑤④.①⑥⑨.②⑤④',
  ],
  ...['%31%32%37.0.0.1', '127%2e0%2e0%2e1', '%30x7f.1', '127.0.0.%31', '0%78%37%66.1', '0x7f.000.000.0x01'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'lOcAlHoSt', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'ｌｏｃａｌｈｏｓｔ', 'l%6fcalhost'],
  ...['foo.localhost', 'a.b.localhost', 'localhost.localdomain', 'ip6-localhost', 'ip6-loopback'],
];

/** Names that `startDns` knows: each resolves to something that must not be reached. */
export const hostileNames: Record<string, string[]> = {
  'loop.test': ['127.0.0.1'],
  'meta.test': ['169.254.169.254'],
  'ten.test': ['10.0.0.1'],
  'zero.test': ['0.0.0.0'],
  'six.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'sixtofour.test': ['2002:7f00:1::1'],
  'unique.test': ['fd00::1'],
  'linklocal.test': ['fe80::1'],
  'many.test': ['127.0.0.1', '10.0.0.1', '::1', '169.254.169.254'],
};

export interface TestDns {
  readonly address: string;
  readonly questions: string[];
  /** What a name resolves to; asked anew for every question. */
  answer: (name: string, family: 4 | 6) => readonly string[];
  close(): void;
}

/** A small DNS server on loopback that answers A and AAAA with a lifetime of zero, and anything it likes each time. */
export async function startDns(): Promise<TestDns> {
  const socket: Socket = createSocket('udp4');
  const dns: TestDns = {
    address: '',
    questions: [],
    answer: (name) => hostileNames[name] ?? [],
    close: () => void socket.close(),
  };
  socket.on('message', (message, from) => {
    const { name, type, end } = questionIn(message);
    dns.questions.push(name);
    const wanted = dns
      .answer(name, type === 28 ? 6 : 4)
      .filter((address) => address.includes(':') === (type === 28));
    socket.send(answerTo(message, end, type, wanted), from.port, from.address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  return Object.assign(dns, { address: `127.0.0.1:${(socket.address() as AddressInfo).port}` });
}

function questionIn(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('ascii', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(message: Buffer, end: number, type: number, addresses: readonly string[]): Buffer {
  const header = Buffer.from(message.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const data = type === 28 ? bytes6(address) : Buffer.from(address.split('.').map(Number));
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(0, 6);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, message.subarray(12, end), ...records]);
}

function bytes6(address: string): Buffer {
  // The parser of URLs spells out an IPv4 part and checks the rest.
  const plain = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [left = '', right] = plain.split('::');
  const words = (text: string) =>
    text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16));
  const [head, tail] = [words(left), words(right ?? '')];
  const all =
    right === undefined ? head : [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
  const bytes = Buffer.alloc(16);
  all.forEach((word, index) => bytes.writeUInt16BE(word, index * 2));
  return bytes;
}
