import { afterAll, expect, test } from 'vitest';
import type { Content } from './content.ts';
import { startSmtp } from './test-smtp.ts';
import { isPermanent, buildMessage, openTransport } from './transport.ts';
import { createTestRuntime } from '../../test/runtime.ts';

const smtp = await startSmtp();
afterAll(() => smtp.stop());

const config = {
  ...createTestRuntime({ pool: undefined as never, restrictRole: false }).config,
  smtpUrl: smtp.url,
  mailFrom: 'no-reply@juniper.example',
};
const send = async (content: Partial<Content>) => {
  const whole: Content = {
    from: 'Juniper Studio',
    to: { name: 'Ines', email: 'ines@okafor.example' },
    replyTo: null,
    subject: 'Booked',
    text: 'text',
    html: '<p>html</p>',
    invitation: null,
    ...content,
  };
  await openTransport(config)?.send('0198c2f4-6a10-7c3e-9d51-3f0f4a1b2c3d', null, whole);
  return smtp.deliveries.at(-1);
};

const hostile = [
  'Ines\r\nBcc: everyone@evil.example',
  'Ines\nSubject: other',
  'Ines\r\n\r\n<script>body</script>',
  'Ines" <evil@evil.example>, "x',
  'Ines <evil@evil.example>',
  'Ines, evil@evil.example',
  '=?utf-8?Q?=0D=0ABcc:_evil@evil.example?=',
  'Ines\u2028Bcc: evil@evil.example\u2029',
  'Ines\u0000\u0007\u007f\u0085Bcc: x',
  '(comment) \\"quoted\\"',
  'Ünï 👩‍🔧 日本',
  'x'.repeat(2000),
];

test.each(hostile)('a name or subject is a name or subject and nothing else: %j', async (text) => {
  const delivery = await send({
    from: text,
    to: { name: text, email: 'ines@okafor.example' },
    replyTo: { name: text, email: 'mara@juniper.example' },
    subject: text,
  });
  expect(delivery?.to).toEqual(['ines@okafor.example']);
  const email = delivery?.email;
  const names = email?.headers.map(({ key }) => key).sort();
  expect(names).toEqual(
    [
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ].sort(),
  );
  expect(email?.bcc).toBeUndefined();
  expect(email?.to?.map(({ address }) => address)).toEqual(['ines@okafor.example']);
  expect(email?.from?.address).toBe('no-reply@juniper.example');
  expect(email?.replyTo?.map(({ address }) => address)).toEqual(['mara@juniper.example']);
  expect(email?.text?.trim()).toBe('text');
  expect(delivery?.raw.split('\r\n').every((line) => Buffer.byteLength(line) <= 998)).toBe(true);
});

test.each(hostile)('the mail library is handed one line only: %j', (text) => {
  const party = { name: text, email: 'ines@okafor.example' };
  const content = {
    from: text,
    to: party,
    replyTo: party,
    subject: text,
    text: '',
    html: '',
    invitation: null,
  };
  const { subject, from, to, replyTo } = buildMessage('id', null, content, 'no-reply@juniper.example');
  expect(JSON.stringify({ subject, from, to, replyTo })).not.toMatch(/\\[rnu]|[\u2028\u2029\u007f-\u009f]/);
});

test('a name with anything in it arrives as it is', async () => {
  const delivery = await send({
    to: { name: 'Ünï "Q" O\'Neill, 日本 🎉', email: 'ines@okafor.example' },
    subject: 'Zürich 🎉',
  });
  expect(delivery?.email.to?.[0]?.name).toBe('Ünï "Q" O\'Neill, 日本 🎉');
  expect(delivery?.email.subject).toBe('Zürich 🎉');
});

test.each([
  'a@b.example\r\nRCPT TO:<evil@evil.example>',
  'a@b.example, evil@evil.example',
  '<a@b.example>',
  'a b@c.example',
])('what is no single address is refused for good: %j', async (email) => {
  const before = smtp.deliveries.length;
  const error = await send({ to: { name: '', email } }).catch((caught: Error) => caught);
  expect(isPermanent(error as Error)).toBe(true);
  expect(smtp.deliveries).toHaveLength(before);
});
