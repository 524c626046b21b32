import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

export interface WebhookFacts {
  readonly organization: string;
  readonly callbackUrl: string;
  readonly failingSince: string | null;
  readonly disabledAt: string | null;
  /** Whose webhook it is; the workspace's owners when they are no longer active. */
  readonly recipients: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly language: string;
  }[];
}

export async function findWebhookFacts(
  ctx: Ctx,
  webhookId: string,
  memberId: string,
): Promise<WebhookFacts | undefined> {
  const result = await sql<WebhookFacts>`
    select w.name as organization, h.callback_url as "callbackUrl", h.failing_since as "failingSince",
      h.disabled_at as "disabledAt",
      coalesce((select json_agg(json_build_object('id', m.id, 'name', trim(m.first_name || ' ' || m.last_name),
          'email', m.email, 'language', m.language) order by m.id)
        from member m
        where m.workspace_id = h.workspace_id and m.is_active and case
          when exists (select from member o where o.workspace_id = h.workspace_id and o.id = ${memberId} and o.is_active)
          then m.id = ${memberId} else m.role = 'owner' end), '[]') as recipients
    from webhook h join workspace w on w.workspace_id = h.workspace_id
    where h.workspace_id = ${ctx.workspaceId} and h.id = ${webhookId}
  `.execute(ctx.db);
  return result.rows[0];
}
