import { expect, test } from 'vitest';
import { useApp } from '../../../test/harness.ts';
import { listMailsTo } from '../../../test/mail.ts';
import { languages } from '../../mail/public.ts';
import { accountWordsIn } from './notify-account.words.ts';

const app = useApp();

test('each is written in the language of its reader', async () => {
  for (const language of languages) {
    const email = `${language}@juniper.example`;
    const fields = { email, firstName: 'Noor', lastName: 'Haddad', language, password: 'seven quiet herons' };
    const { body } = await app.post('/organizations/users', fields);
    await app.patch(`/organizations/users/${body.resource.uuid}`, { password: 'eleven slow tortoises' });
    const [mail] = await listMailsTo(app, email);
    expect(mail?.subject).toBe(accountWordsIn[language].passwordChanged);
    expect(mail?.text).toContain(accountWordsIn[language].advice);
    expect(mail?.text).toContain('http://localhost:4000/app/security');
  }
});

test('a name in an invitation is text, whatever somebody calls their workspace', async () => {
  await app.patch('/organization', { name: 'Juniper <b>Studio</b>' });
  await app.post('/invitations', { email: 'x@juniper.example' });
  await app.runEffects();
  const { rows } = await app.runtime.database.pool.query<{ content_sealed: Buffer }>(
    `select content_sealed from mail_message where to_email = 'x@juniper.example'`,
  );
  const { html } = JSON.parse(app.runtime.secrets.unseal(rows[0]?.content_sealed ?? Buffer.alloc(0))) as {
    html: string;
  };
  expect(html).toContain('Juniper &lt;b&gt;Studio');
  expect(html).not.toContain('<b>Studio');
});
