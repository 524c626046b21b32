import { describe, expect, test } from 'vitest';
import { parseBounce } from './parse-bounce.ts';
import { buildBounceReport, someId } from './test-bounces.ts';

const parse = (text: string) => parseBounce(Buffer.from(text));

describe('a report of delivery', () => {
  test.each(['text/rfc822-headers', 'message/rfc822'])(
    'is read with what the server said, the message returned as %s',
    async (returned) => {
      expect(await parse(buildBounceReport(someId, { returned }))).toEqual({
        messageId: someId,
        error: '550 5.1.1 <ines@okafor.example>: Recipient address rejected: no such user',
      });
    },
  );

  test.each([
    ['a delay', buildBounceReport(someId, { action: 'delayed' })],
    ['mail of somebody else', buildBounceReport('their-own-id')],
    ['an ordinary reply', `Subject: Re: Booked\r\nIn-Reply-To: <${someId}@juniper.example>\r\n\r\nThanks`],
    ['nothing', ''],
    ['no mail', '\u0000\u0001'.repeat(500)],
  ])('is not seen in %s', async (_, text) => {
    expect(await parse(text)).toBeUndefined();
  });
});
