import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { book, makePage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { useDav } from '../../test/dav.ts';
import { cyrus } from '../../test/dav-servers.ts';
import { parseBounce } from './parse-bounce.ts';
import { readBounces } from './bounces.ts';
import { sendDue } from './send.ts';
import { startSmtp } from './test-smtp.ts';

const someId = '01a1e300-9fd6-7539-9182-a8cf9265e2d3';

/** A report as Postfix writes it. */
function report(id: string, { action = 'failed', returned = 'text/rfc822-headers' } = {}): string {
  const status = action === 'failed' ? '5.1.1' : '4.4.1';
  return [
    'From: MAILER-DAEMON@mx.example',
    'To: no-reply@juniper.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="cut"',
    '',
    '--cut',
    'Content-Type: text/plain',
    '',
    'I am sorry to have to inform you.',
    '--cut',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; ines@okafor.example',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550 5.1.1 <ines@okafor.example>: Recipient address',
    '    rejected: no such user',
    '',
    '--cut',
    `Content-Type: ${returned}`,
    '',
    'From: Mara <no-reply@juniper.example>',
    `Message-ID: <${id}@juniper.example>`,
    'Subject: Booked',
    '',
    'Hello',
    '--cut--',
    '',
  ].join('\r\n');
}

const parse = (text: string) => parseBounce(Buffer.from(text));

describe('a report of delivery', () => {
  test.each(['text/rfc822-headers', 'message/rfc822'])(
    'is read with what the server said, the message returned as %s',
    async (returned) => {
      expect(await parse(report(someId, { returned }))).toEqual({
        messageId: someId,
        error: '550 5.1.1 <ines@okafor.example>: Recipient address rejected: no such user',
      });
    },
  );

  test.each([
    ['a delay', report(someId, { action: 'delayed' })],
    ['mail of somebody else', report('their-own-id')],
    ['an ordinary reply', `Subject: Re: Booked\r\nIn-Reply-To: <${someId}@juniper.example>\r\n\r\nThanks`],
    ['nothing', ''],
    ['no mail', '\u0000\u0001'.repeat(500)],
  ])('is not seen in %s', async (_, text) => {
    expect(await parse(text)).toBeUndefined();
  });
});

describe('the mailbox of bounces', () => {
  const mailbox = useDav(cyrus);
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  let imap: ImapFlow;
  const app = useApp();

  beforeAll(async () => {
    smtp = await startSmtp();
    const port = Number(readFileSync(join(mailbox.folder, 'imap-port'), 'utf8'));
    const { username: user, password: pass } = mailbox;
    imap = new ImapFlow({ host: '127.0.0.1', port, secure: false, auth: { user, pass }, logger: false });
    await imap.connect();
    Object.assign(app.runtime.config, {
      smtpUrl: smtp.url,
      mailFrom: 'no-reply@juniper.example',
      bouncesUrl: `imap://${user}:${pass}@127.0.0.1:${port}/INBOX`,
    });
  });
  afterAll(async () => {
    await imap.logout();
    await smtp.stop();
  });

  const unread = async (): Promise<number> => {
    const { unseen } = (await imap.status('INBOX', { unseen: true })) as { unseen: number };
    return unseen;
  };

  test('marks the message that came back, once, and leaves other mail unread', async () => {
    const page = await makePage(app, { title: 'Bounced', bookingWindow: { type: 'unlimited' } });
    await book(app, page);
    await sendDue(app.runtime, {});
    const { collection } = (await app.get('/mail?recipient=ines@okafor.example')).body;
    const [{ uuid, state }] = collection;
    expect(state).toBe('sent');
    await imap.append('INBOX', report(uuid));
    await imap.append('INBOX', report(uuid, { action: 'delayed' }));
    await imap.append('INBOX', 'Subject: A person writes\r\n\r\nHello');
    expect(await readBounces(app.runtime)).toBe(1);
    expect(await unread()).toBe(2);
    const [bounced] = (await app.get('/mail?state=bounced')).body.collection;
    expect(bounced).toMatchObject({ uuid, state: 'bounced', error: expect.stringContaining('no such user') });
    const attention = JSON.stringify((await app.get('/attention')).body);
    expect(attention).toContain('ines@okafor.example');
    await imap.append('INBOX', report(uuid));
    expect(await readBounces(app.runtime)).toBe(0);
  });

  test('is not needed: without BOUNCES_URL nothing is read', async () => {
    const without = { ...app.runtime, config: { ...app.runtime.config, bouncesUrl: undefined } };
    expect(await readBounces(without)).toBe(0);
  });
});
