import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { Purpose } from './rules.ts';

export interface DomainFacts {
  readonly name: string;
  readonly purpose: Purpose;
  readonly organization: string;
  /** The name of a picture. */
  readonly logo: string | null;
  readonly color: string | null;
  readonly recipients: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly language: string;
  }[];
}

/** Undefined once the domain works again, or was removed. */
export async function findFailingDomain(ctx: Ctx, domainId: string): Promise<DomainFacts | undefined> {
  const { rows } = await sql<DomainFacts>`
    select d.name, d.purpose, w.name as organization, w.logo, w.brand_color as color,
      coalesce((select json_agg(json_build_object('id', m.id, 'name', trim(m.first_name || ' ' || m.last_name),
          'email', m.email, 'language', m.language) order by m.id)
        from member m where m.workspace_id = d.workspace_id and m.is_active and m.kind = 'person'
          and m.role in ('owner', 'admin')), '[]') as recipients
    from domain d join workspace w on w.workspace_id = d.workspace_id
    where d.workspace_id = ${ctx.workspaceId} and d.id = ${domainId} and d.state = 'failing'
  `.execute(ctx.db);
  return rows[0];
}
