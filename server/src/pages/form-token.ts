import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '../platform/auth/actor.ts';
import { runInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { runOnce } from '../platform/http/idempotency.ts';
import type { Visit } from '../platform/http/pages.ts';

/**
 * Each form carries a token: a random id and the time at which it was rendered, sealed so that nobody can make one up. It
 * makes a form count once, slows bots down, and proves that a held time is this form's.
 */

const minAgeMs = 1200;
const maxAgeMs = 24 * 3_600_000;

export function createFormToken(
  { clock, secrets }: Pick<Runtime, 'clock' | 'secrets'>,
  id = randomBytes(16).toString('base64url'),
): string {
  return secrets.seal(`${clock.now().getTime()} ${id}`).toString('base64url');
}

/** The id in a form's token; undefined if the token is not ours or too old, or a bot filled in the honeypot. */
export async function checkFormToken(
  { clock, secrets }: Pick<Runtime, 'clock' | 'secrets'>,
  fields: URLSearchParams,
): Promise<string | undefined> {
  const [renderedAt = '', id] = unseal(secrets, fields.get('token') ?? '').split(' ');
  const ageMs = clock.now().getTime() - Number(renderedAt);
  if (id === undefined || !(ageMs >= 0 && ageMs < maxAgeMs)) return undefined;
  // Nobody types faster than this. A person hardly notices the delay; a bot can't send many forms.
  if (ageMs < minAgeMs) await wait(minAgeMs - ageMs);
  return fields.get('website') ? undefined : id;
}

function unseal(secrets: Runtime['secrets'], token: string): string {
  try {
    return secrets.unseal(Buffer.from(token, 'base64url'));
  } catch {
    return '';
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Runs `work` once per token and field values: the same form sent again gets the first result. */
export async function submitOnce(
  runtime: Runtime,
  actor: Actor,
  { visit, tokenId, fields }: { visit: Visit; tokenId: string; fields: URLSearchParams },
  work: (ctx: Ctx) => Promise<string>,
): Promise<string> {
  const key = `${tokenId} ${createHash('sha256').update(fields.toString()).digest('base64url')}`;
  const request = { key, secret: key, method: 'POST', url: visit.path, body: null };
  const answer = await runInWorkspace(runtime, actor, (ctx) =>
    runOnce(ctx, request, async () => ({ status: 201, body: await work(ctx) })),
  );
  return answer.body;
}
