import type { TestApp } from './harness.ts';

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What was written to an address, the newest first. */
export async function listMailsTo({ runtime, runEffects }: TestApp, email: string): Promise<Mail[]> {
  await runEffects();
  const { rows } = await runtime.database.pool.query<{ content_sealed: Buffer }>(
    'select content_sealed from mail_message where to_email = $1 order by created_at desc, id desc',
    [email],
  );
  return rows.map(({ content_sealed }) => JSON.parse(runtime.secrets.unseal(content_sealed)) as Mail);
}

/** The secret at the end of the newest link that was mailed to an address. */
export async function findLinkTo(app: TestApp, email: string): Promise<{ url: string; token: string }> {
  const pattern = /https?:\/\/\S+\/(?:invitations|password-reset|sign-up)\/\w+/;
  const urls = (await listMailsTo(app, email)).flatMap(({ text }) => pattern.exec(text)?.[0] ?? []);
  const url = urls[0] ?? '';
  return { url, token: url.split('/').at(-1) ?? '' };
}
