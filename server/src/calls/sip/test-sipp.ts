import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createSocket } from 'node:dgram';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Phones of SIPp, each a process with a scenario of its own, which fails when we send something else than it expects. */

export const sipp = { commands: ['sipp'], packages: ['sip-tester'], purpose: 'SIP' };

const sdp = (direction: string) =>
  `v=0
o=- 1 1 IN IP4 [local_ip]
s=-
c=IN IP4 [local_ip]
t=0 0
m=audio [auto_media_port] RTP/AVP 0 101
a=rtpmap:0 PCMU/8000
a=rtpmap:101 telephone-event/8000
a=${direction}
m=video [auto_media_port] RTP/AVP 96
a=rtpmap:96 VP8/90000
`;

interface Reply {
  readonly headers?: readonly string[];
  readonly media?: 'sendrecv' | 'sendonly' | 'inactive';
  /** Instead of a description of media, with the type of its content among the headers. */
  readonly body?: string;
  readonly cseq?: string;
  readonly tag?: string;
}

/** An answer to the last request. */
export function sippSend(
  status: number,
  reason: string,
  { headers = [], media, cseq, tag = '1' }: Reply = {},
): string {
  const body = media ? sdp(media) : '';
  const type = media ? ['Content-Type: application/sdp'] : [];
  const lines = [
    `SIP/2.0 ${status} ${reason}`,
    '[last_Via:]',
    '[last_From:]',
    `[last_To:];tag=[pid]SIPp${tag}[call_number]`,
    '[last_Call-ID:]',
    cseq === undefined ? '[last_CSeq:]' : `CSeq: ${cseq}`,
    'Contact: <sip:[local_ip]:[local_port];transport=[transport]>',
    ...headers,
    ...type,
    'Content-Length: [len]',
  ];
  return block(lines, body);
}

/** A request of the phone, in the call. */
export function sippRequest(
  method: string,
  number: number,
  { headers = [], media, body = '' }: Reply = {},
): string {
  const callId = method === 'OPTIONS' ? 'Call-ID: other///[call_id]' : 'Call-ID: [call_id]';
  const lines = [
    `${method} sip:daybook@[remote_ip]:[remote_port] SIP/2.0`,
    'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]',
    'From: <sip:ines@[local_ip]>;tag=[pid]SIPp1[call_number]',
    'To:[$caller]',
    callId,
    `CSeq: ${number} ${method}`,
    'Contact: <sip:[local_ip]:[local_port]>',
    'Max-Forwards: 70',
    ...headers,
    ...(media ? ['Content-Type: application/sdp'] : []),
    'Content-Length: [len]',
  ];
  return block(lines, media ? sdp(media) : body);
}

function block(lines: readonly string[], body: string): string {
  return `<send><![CDATA[\n${lines.join('\n')}\n\n${body}]]></send>`;
}

export const invite =
  '<recv request="INVITE"><action><ereg regexp=".*" search_in="hdr" header="From:" assign_to="caller"/></action></recv>';
export const sippReceive = (method: string): string => `<recv request="${method}"/>`;
export const sippAnswered = (status: number): string => `<recv response="${status}"/>`;
/** An answer that has all of these words, wherever. */
export const sippAnsweredWith = (status: number, ...patterns: readonly string[]): string => {
  const checks = patterns.map(
    (pattern) => `<ereg regexp="${pattern}" search_in="msg" check_it="true" assign_to="found"/>`,
  );
  return `<recv response="${status}"><action>${checks.join('')}</action></recv>`;
};
export const sippPause = (ms: number): string => `<pause milliseconds="${ms}"/>`;
/** A request that carries these words in a header. */
export const sippReceiveWith = (method: string, header: string, pattern: string): string =>
  `<recv request="${method}"><action><ereg regexp="${pattern}" search_in="hdr" header="${header}:" check_it="true" assign_to="found"/></action></recv>`;

/** Waits for one call. `done` resolves with what SIPp has to say when the scenario failed, else with an empty text. */
export async function startPhone(steps: readonly string[]): Promise<{ port: number; done: Promise<string> }> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-sipp-'));
  const port = await freeUdpPort();
  const used = ['caller', 'found'].filter((name) => steps.some((step) => step.includes(`"${name}"`)));
  const ordered = [...steps, `<Reference variables="${used.join(',')}"/>`];
  const file = join(folder, 'scenario.xml');
  writeFileSync(
    file,
    `<?xml version="1.0" encoding="ISO-8859-1"?>\n<scenario name="phone">\n${ordered.join('\n')}\n</scenario>\n`,
  );
  const args = [
    '-sf',
    file,
    '-i',
    '127.0.0.1',
    '-p',
    String(port),
    '-m',
    '1',
    '-nostdin',
    '-timeout',
    '40s',
    '-timeout_error',
  ];
  const done = new Promise<string>((resolve) => {
    execFile('sipp', args, { cwd: folder, maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      rmSync(folder, { recursive: true, force: true });
      resolve(error ? `${error.code ?? ''} ${stderr.slice(-800)} ${stdout.slice(-800)}` : '');
    });
  });
  // Until it listens, the INVITE is repeated by the transaction.
  return { port, done };
}

function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4');
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}
