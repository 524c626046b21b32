import type { Client, Pool } from '../src/platform/db/connect.ts';

// oxlint-disable-next-line node/no-process-env -- set by `npm run walls`
const removed = process.env['WITHOUT_WALL'];

/**
 * Two walls keep workspaces apart: queries that name theirs, and row level security, which does not depend on them. Takes down
 * what WITHOUT_WALL says (`queries`, `rows` or `both`) in a test's own database, to see that the other one holds alone.
 */
export async function removeWalls(pool: Pool): Promise<void> {
  if (removed === 'queries' || removed === 'both') pool.on('connect', ignoreScopes);
  if (removed === 'rows' || removed === 'both') await pool.query(withoutRowSecurity);
}

const withoutRowSecurity = `do $$ declare name text; begin
  for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity loop
    execute format('alter table %I disable row level security', name);
  end loop;
end $$`;

const scope = /(?:"?\w+"?\.)?"?workspace_id"?\s*=\s*(\$\d+)(?:::uuid)?/g;

/** Every condition that a row belongs to a given workspace is true. */
function withoutScope(text: string): string {
  return text.replaceAll(scope, '($1::uuid is not null)');
}

/** In transactions of one workspace. Those that the platform opens for all of them have no second wall. */
function ignoreScopes(client: Client): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let isInWorkspace = false;
  const changed = (given: unknown, ...rest: unknown[]): unknown => {
    const config = typeof given === 'string' ? { text: given } : (given as { text?: string });
    const { text } = config;
    if (text?.startsWith('begin')) isInWorkspace = !text.includes(`daybook.workspace = '*'`);
    if (!isInWorkspace || text === undefined) return query(given, ...rest);
    return query({ ...config, text: withoutScope(text) }, ...rest);
  };
  Object.assign(client, { query: changed });
}
