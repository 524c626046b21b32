import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookPage, createPage } from '../../test/booking.ts';
import { useApp } from '../../test/harness.ts';
import { useDav } from '../../test/dav.ts';
import { cyrus } from '../../test/dav-servers.ts';
import { readBounces } from './bounces.ts';
import { sendDue } from './send.ts';
import { buildBounceReport } from './test-bounces.ts';
import { startSmtp } from './test-smtp.ts';

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
    const page = await createPage(app, { title: 'Bounced', bookingWindow: { type: 'unlimited' } });
    await bookPage(app, page);
    await sendDue(app.runtime, {});
    const { collection } = (await app.get('/mail?recipient=ines@okafor.example')).body;
    const [{ uuid, state }] = collection;
    expect(state).toBe('sent');
    await imap.append('INBOX', buildBounceReport(uuid));
    await imap.append('INBOX', buildBounceReport(uuid, { action: 'delayed' }));
    await imap.append('INBOX', 'Subject: A person writes\r\n\r\nHello');
    expect(await readBounces(app.runtime)).toBe(1);
    expect(await unread()).toBe(2);
    const [bounced] = (await app.get('/mail?state=bounced')).body.collection;
    expect(bounced).toMatchObject({ uuid, state: 'bounced', error: expect.stringContaining('no such user') });
    const attention = JSON.stringify((await app.get('/attention')).body);
    expect(attention).toContain('ines@okafor.example');
    await imap.append('INBOX', buildBounceReport(uuid));
    expect(await readBounces(app.runtime)).toBe(0);
  });

  test('is not needed: without BOUNCES_URL nothing is read', async () => {
    const without = { ...app.runtime, config: { ...app.runtime.config, bouncesUrl: undefined } };
    expect(await readBounces(without)).toBe(0);
  });
});
