import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { bookPage, createPage, fixedClock } from '../../test/booking.ts';
import { provideProgram, unpackPackages } from '../../test/debian.ts';
import { useDns } from '../../test/dns.ts';
import { useApp } from '../../test/harness.ts';
import { sendDue } from './send.ts';
import { startSmtp } from './test-smtp.ts';

const missing = await provideProgram({
  commands: ['dkimverify'],
  packages: ['python3-dkim'],
  purpose: 'the signature of emails, by dkimpy',
});

/** Verifies the message in standard input, with the key that a name server at this port has. */
const verifyScript = `
import sys, dns.resolver, dkim
resolver = dns.resolver.Resolver(configure=False)
resolver.nameservers = ['127.0.0.1']
resolver.port = int(sys.argv[1])
dns.resolver.default_resolver = resolver
print(dkim.verify(sys.stdin.buffer.read()))
`;

describe.skipIf(missing)('an email from the own address', { meta: { notTested: missing } }, () => {
  const smtp = startSmtp();
  const dns = useDns();
  const app = useApp({
    clock: fixedClock,
    config: {
      publicUrl: 'https://daybook.example',
      mailFrom: 'no-reply@daybook.example',
      get outboundDns() {
        return dns.servers;
      },
    },
  });
  afterAll(async () => (await smtp).stop());

  const verify = async (message: string): Promise<string> => {
    const folder = await unpackPackages(['python3-dkim']).catch(() => '');
    const [server = ''] = dns.servers;
    const env = { ...process.env, PYTHONPATH: `${folder}/usr/lib/python3/dist-packages` };
    const running = promisify(execFile)('python3', ['-c', verifyScript, server.split(':')[1] ?? ''], { env });
    running.child.stdin?.end(message, 'latin1');
    return (await running).stdout.trim();
  };

  test('passes the check of another program, and fails it once it was changed', async () => {
    const { deliveries, url } = await smtp;
    const { body } = await app.post('/domains', {
      purpose: 'sender',
      senderAddress: 'hello@juniper.example',
    });
    for (const { name, value } of body.resource.records) dns.set(`TXT ${name}`, [value]);
    expect((await app.post(`/domains/${body.resource.uuid}/verify`)).body.resource.state).toBe('verified');
    await bookPage(app, await createPage(app));
    await app.runEffects();
    const runtime = { ...app.runtime, config: { ...app.runtime.config, smtpUrl: url } };
    await sendDue(runtime, {});
    const mail = deliveries.find(({ to }) => to.includes('ines@okafor.example'));
    expect(mail?.email.from?.address).toBe('hello@juniper.example');
    const raw = Buffer.from(mail?.raw ?? '').toString('latin1');
    expect(await verify(raw)).toBe('True');
    expect(await verify(raw.replace('Subject: ', 'Subject: Not '))).toBe('False');
  });
});
