import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildAuthorization, chooseChallenge, parseChallenge } from './digest.ts';
import { listHeaders, parseParameters, parseMessage, serializeMessage, parseUri } from './message.ts';
import { buildSdpAnswer, chooseMedia, buildSdpOffer } from './sdp.ts';
import { createMessageFramer } from './transport.ts';

const ringing = [
  'SIP/2.0 180 Ringing',
  'v: SIP/2.0/UDP 10.0.0.1:5060;branch=z9hG4bK1, SIP/2.0/UDP 10.0.0.2;branch=z9hG4bK2',
  'Via: SIP/2.0/TCP 10.0.0.3',
  'f: "A, \\"B\\" <c>" <sip:a@example.org;lr>;tag=1',
  't: sip:b@example.org;tag="two"',
  'i: 7',
  'CSeq: 1 INVITE',
  'Subject: one',
  '  two',
  '',
  '',
].join('\r\n');

describe('messages', () => {
  test('are parsed with short names, continued lines and lists', () => {
    const message = parseMessage(ringing);
    expect(message).toMatchObject({ kind: 'response', status: 180, reason: 'Ringing' });
    if (!message) return;
    expect(listHeaders(message, 'via')).toHaveLength(3);
    const [from = ''] = listHeaders(message, 'From');
    expect([parseUri(from), parseParameters(from).get('tag')]).toEqual(['sip:a@example.org;lr', '1']);
    const [to = ''] = listHeaders(message, 'To');
    expect([parseUri(to), parseParameters(to).get('tag')]).toEqual(['sip:b@example.org', 'two']);
    expect(listHeaders(message, 'Subject')).toEqual(['one two']);
  });

  test('come back as they were serialized, with a length in bytes', () => {
    const headers = [
      { name: 'Via', value: 'SIP/2.0/UDP a' },
      { name: 'Subject', value: 'für' },
    ];
    const text = serializeMessage({ kind: 'request', method: 'INFO', uri: 'sip:a', headers, body: 'é' });
    expect(text).toContain('Content-Length: 2\r\n');
    expect(parseMessage(`${text}more`)).toMatchObject({ method: 'INFO', body: 'é' });
  });

  test('have no header that a value has brought along', () => {
    const headers = [{ name: 'From', value: 'a\r\nVia: evil' }];
    const text = serializeMessage({ kind: 'request', method: 'BYE', uri: 'sip:a', headers, body: '' });
    expect(parseMessage(text)?.headers.map(({ name }) => name)).toEqual(['From', 'Content-Length']);
  });

  test.each([
    ['nothing', ''],
    ['a keep-alive', '\r\n\r\n'],
    ['a web request', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a status of no class', 'SIP/2.0 999 No\r\n\r\n'],
    ['a header without a name', 'BYE sip:a SIP/2.0\r\n: 1\r\n\r\n'],
    ['a body that was cut off', 'BYE sip:a SIP/2.0\r\nl: 10\r\n\r\nshort'],
    ['1,000 headers', `BYE sip:a SIP/2.0\r\n${'a: 1\r\n'.repeat(1000)}\r\n`],
    ['more than fits a datagram', `BYE sip:a SIP/2.0\r\na: ${'x'.repeat(70_000)}\r\n\r\n`],
  ])('%s is none', (_, text) => {
    expect(parseMessage(text)).toBeUndefined();
  });

  test('of any bytes are parsed or refused, and never throw', () => {
    const pieces = fc.constantFrom(
      'SIP/2.0 ',
      '200',
      ' OK',
      '\r\n',
      'Via',
      ':',
      ';',
      ',',
      '<',
      '>',
      '"',
      '\\',
      '=',
      'm=audio ',
      ' ',
    );
    const text = fc.array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 60 });
    fc.assert(
      fc.property(text, (parts) => {
        const joined = parts.join('');
        const message = parseMessage(joined);
        if (message)
          for (const name of ['Via', 'From', 'Contact']) listHeaders(message, name).map(parseParameters);
        chooseMedia(joined);
        parseChallenge(`Digest ${joined}`);
      }),
      { numRuns: 300 },
    );
  });

  test('are cut out of a stream wherever its pieces begin', () => {
    const one = serializeMessage({
      kind: 'request',
      method: 'INFO',
      uri: 'sip:a',
      headers: [],
      body: 'é\r\n\r\nx',
    });
    const stream = Buffer.from(`\r\n\r\n${one}\r\n${one}`);
    for (let size = 1; size < 40; size += 1) {
      const found: string[] = [];
      const push = createMessageFramer((text) => found.push(text));
      for (let at = 0; at < stream.length; at += size) push(stream.subarray(at, at + size));
      expect(found).toEqual([one, one]);
    }
  });
});

describe('digest authentication', () => {
  const mufasa = { username: 'Mufasa', password: 'Circle Of Life' };
  const responseIn = (value: string) => /response="(\w+)"/.exec(value)?.[1];

  test('gives the answer of RFC 2617 section 3.5', () => {
    const challenge = parseChallenge(
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
    );
    const use = { method: 'GET', uri: '/dir/index.html', count: 1, cnonce: '0a4f113b' };
    expect(challenge && responseIn(buildAuthorization(challenge, mufasa, use))).toBe(
      '6629fae49393a05397450978507c4ef1',
    );
  });

  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('gives the answer of RFC 7616 section 3.9.1 with %s', (algorithm, response) => {
    const challenge = parseChallenge(
      `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`,
    );
    const use = {
      method: 'GET',
      uri: '/dir/index.html',
      count: 1,
      cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
    };
    const credentials = { username: 'Mufasa', password: 'Circle of Life' };
    expect(challenge && responseIn(buildAuthorization(challenge, credentials, use))).toBe(response);
  });

  test('takes the strongest of several, and none that it can’t answer', () => {
    const md5 = 'Digest realm="a", nonce="b"';
    const sha = 'Digest realm="a", nonce="b", algorithm=SHA-256';
    expect(chooseChallenge([md5, sha])?.algorithm).toBe('SHA-256');
    expect(
      chooseChallenge(['Basic realm="a"', `${md5}, algorithm=SHA-512-256`, `${md5}, qop="auth-int"`]),
    ).toBe(undefined);
  });
});

describe('descriptions of media', () => {
  const local = { address: '192.0.2.1', port: 4000, sessionId: 1, version: 1 };

  test('of ours offer both laws, comfort noise and digits', () => {
    expect(buildSdpOffer(local)).toContain('m=audio 4000 RTP/AVP 0 8 13 101\r\n');
    expect(chooseMedia(buildSdpOffer(local))).toEqual({
      address: '192.0.2.1',
      port: 4000,
      codec: { name: 'PCMU', payloadType: 0 },
      digitsType: 101,
      noiseType: 13,
      direction: 'sendrecv',
      stream: 0,
      mayReceive: true,
    });
  });

  test('name codecs in any case', () => {
    const sdp = buildSdpOffer(local)
      .replace('CN/8000', 'cn/8000/1')
      .replace('telephone-event', 'Telephone-Event');
    expect(chooseMedia(sdp)).toMatchObject({ noiseType: 13, digitsType: 101 });
  });

  test('answer with what the peer offered first, and its own numbers', () => {
    const theirs =
      'v=0\r\nc=IN IP4 198.51.100.7\r\nm=video 9 RTP/AVP 96\r\nm=audio 7000 RTP/AVP 18 97 0 98\r\na=rtpmap:97 PCMA/8000/1\r\na=rtpmap:98 telephone-event/8000\r\na=sendonly\r\n';
    const media = chooseMedia(theirs);
    expect(media).toEqual({
      address: '198.51.100.7',
      port: 7000,
      codec: { name: 'PCMA', payloadType: 97 },
      digitsType: 98,
      noiseType: undefined,
      direction: 'sendonly',
      stream: 1,
      mayReceive: false,
    });
    expect(media && buildSdpAnswer(local, media, theirs)).toContain('m=audio 4000 RTP/AVP 97 98\r\n');
  });

  test('answer every stream in its place: what is not taken is refused with port 0', () => {
    const theirs =
      'v=0\r\nc=IN IP4 198.51.100.7\r\nm=audio 6998 RTP/SAVP 0\r\nm=audio 7000 RTP/AVP 0 13\r\nm=video 7002/2 RTP/AVP 96 97\r\na=rtpmap:96 VP8/90000\r\nm=image 7004 udptl t38\r\n';
    const media = chooseMedia(theirs);
    const lines = (media ? buildSdpAnswer(local, media, theirs) : '').split('\r\n');
    expect(lines.filter((line) => line.startsWith('m='))).toEqual([
      'm=audio 0 RTP/SAVP 0',
      'm=audio 4000 RTP/AVP 0 13',
      'm=video 0 RTP/AVP 96 97',
      'm=image 0 udptl t38',
    ]);
  });

  test.each([
    ['sendrecv', 'sendrecv'],
    ['sendonly', 'recvonly'],
    ['recvonly', 'sendonly'],
    ['inactive', 'inactive'],
  ])('answer %s with %s, of a stream or of the session', (offered, answered) => {
    const audio = 'm=audio 7000 RTP/AVP 0\r\n';
    for (const theirs of [
      `v=0\r\nc=IN IP4 198.51.100.7\r\n${audio}a=${offered}\r\n`,
      `v=0\r\nc=IN IP4 198.51.100.7\r\na=${offered}\r\n${audio}`,
    ]) {
      const media = chooseMedia(theirs);
      expect(media && buildSdpAnswer(local, media, theirs).match(/^a=(?:send|recv|inactive).*$/gm)).toEqual([
        `a=${answered}`,
      ]);
    }
  });

  test.each([
    ['no audio', 'v=0\r\nc=IN IP4 192.0.2.1\r\nm=video 9 RTP/AVP 96\r\n'],
    ['audio that was refused', 'v=0\r\nc=IN IP4 192.0.2.1\r\nm=audio 0 RTP/AVP 0\r\n'],
    ['only codecs that we lack', 'v=0\r\nc=IN IP4 192.0.2.1\r\nm=audio 9 RTP/AVP 18\r\n'],
    ['a name instead of an address', 'v=0\r\nc=IN IP4 intranet\r\nm=audio 9 RTP/AVP 0\r\n'],
    ['an encrypted stream', 'v=0\r\nc=IN IP4 192.0.2.1\r\nm=audio 9 RTP/SAVP 0\r\n'],
  ])('with %s are refused', (_, sdp) => {
    expect(chooseMedia(sdp)).toBeUndefined();
  });
});
