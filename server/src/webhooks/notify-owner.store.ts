import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

export interface WebhookFacts {
  readonly organization: string;
  /** The name of a picture. */
  readonly logo: string | null;
  readonly color: string | null;
  readonly callbackUrl: string;
  readonly failingSince: string | null;
  readonly disabledAt: string | null;
  readonly passedAt: string | null;
  readonly creator: string;
  /** Whose webhook it is: its creator, or owners and admins; the owners when its creator is no longer active. */
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
    select w.name as organization, w.logo, w.brand_color as color, h.callback_url as "callbackUrl", h.failing_since as "failingSince",
      h.disabled_at as "disabledAt", h.passed_at as "passedAt", trim(c.first_name || ' ' || c.last_name) as creator,
      coalesce((select json_agg(json_build_object('id', m.id, 'name', trim(m.first_name || ' ' || m.last_name),
          'email', m.email, 'language', m.language) order by m.id)
        from member m
        where m.workspace_id = h.workspace_id and m.is_active and case
          when h.passed_at is not null then m.role in ('owner', 'admin')
          when exists (select from member o where o.workspace_id = h.workspace_id and o.id = ${memberId} and o.is_active)
          then m.id = ${memberId} else m.role = 'owner' end), '[]') as recipients
    from webhook h join workspace w on w.workspace_id = h.workspace_id
    join member c on c.workspace_id = h.workspace_id and c.id = h.member_id
    where h.workspace_id = ${ctx.workspaceId} and h.id = ${webhookId}
  `.execute(ctx.db);
  return result.rows[0];
}
