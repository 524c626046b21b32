import { expect, test } from 'vitest';
import { useApp } from '../../test/harness.ts';
import type { Content } from '../mail/public.ts';
import { createSystemActor } from '../platform/auth/actor.ts';
import { runInWorkspace } from '../platform/context.ts';
import { generateUuid } from '../platform/ids.ts';
import { webhookDisabled, webhookFailing } from './delivery/public.ts';

const app = useApp();

const query = async (text: string, values: unknown[] = []) =>
  (await app.runtime.database.pool.query(text, values)).rows;

test('the owner of a webhook hears of its failing and its end, once each; after them the workspace’s owners', async () => {
  const webhookId = generateUuid();
  const [member] = await query(
    `insert into webhook (workspace_id, id, member_id, callback_url, scope, events, secret_sealed, failing_since, disabled_at)
     select workspace_id, $1, id, 'https://receiver.example/hook?a=<b>', 'user', '{invitee.scheduled}', '', now(), now()
     from member where email = 'tomas@juniper.example' returning workspace_id, member_id`,
    [webhookId],
  );
  const about = { webhookId, memberId: member.member_id };
  const publish = async (kind: 'failing' | 'disabled', hours = 24) => {
    await runInWorkspace(app.runtime, createSystemActor(member.workspace_id), (ctx) =>
      kind === 'failing'
        ? ctx.publish(webhookFailing, { ...about, hours })
        : ctx.publish(webhookDisabled, { ...about, reason: 'Its URL responded with 410 Gone.' }),
    );
    await app.runEffects();
  };
  for (const hours of [24, 24, 72]) await publish('failing', hours);
  await publish('disabled');
  await query(`update member set is_active = false where email = 'tomas@juniper.example'`);
  await publish('disabled');

  const rows = await query(
    `select content_sealed from mail_message where kind = 'webhook' order by created_at`,
  );
  const mail = rows.map((row) => JSON.parse(app.runtime.secrets.unseal(row.content_sealed)) as Content);
  expect(mail.map(({ to, subject }) => [to.email, subject])).toEqual([
    ['tomas@juniper.example', 'Un webhook falla desde hace 24 horas: receiver.example'],
    ['tomas@juniper.example', 'Un webhook falla desde hace 72 horas: receiver.example'],
    ['tomas@juniper.example', 'Se ha desactivado un webhook: receiver.example'],
    ['mara@juniper.example', 'A webhook was disabled: receiver.example'],
  ]);
  expect(mail[3]?.text).toContain('Reason: Its URL responded with 410 Gone.');
  expect(mail[3]?.html).toContain('https://receiver.example/hook?a=&lt;b&gt;');
});
