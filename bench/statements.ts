import { newBooking } from '@daybook/contract/scheduled-events';
import type pg from 'pg';
import { systemActor } from '../server/src/platform/auth/actor.ts';
import { inWorkspace } from '../server/src/platform/context.ts';
import { openPool, type Connection } from '../server/src/platform/db/connect.ts';
import type { WorkspaceId } from '../server/src/platform/db/workspace-id.ts';
import { book } from '../server/src/scheduled-events/book.ts';
import { testRuntime } from '../server/test/runtime.ts';

/** Books once through the server's own code and writes down what it sends, its transaction included. */
export async function recordStatements(connection: Connection, body: unknown): Promise<string[]> {
  const pool = openPool(connection, 1);
  const { rows } = await pool.query<{ workspace_id: WorkspaceId }>('select workspace_id from workspace');
  const workspaceId = rows[0]?.workspace_id as WorkspaceId;
  // The workspace is the one id that stays what it is.
  const kept = 'WORKSPACE';
  const seen: { text: string; values: unknown[] }[] = [];
  pool.on('acquire', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((given: string | pg.QueryConfig, ...rest: unknown[]) => {
      if (typeof given === 'string') seen.push({ text: given, values: [] });
      else
        seen.push({
          text: given.text,
          values: (given.values ?? []).map((value) => (value === workspaceId ? kept : value)),
        });
      return query(given, ...rest);
    }) as typeof client.query;
  });
  const runtime = testRuntime({ pool, restrictRole: true }, { config: { checkResponses: false } });
  await inWorkspace(runtime, systemActor(workspaceId), (ctx) => book(ctx, newBooking.parse(body)));
  await pool.end();
  const script = new Script();
  const statements = seen.map(({ text, values }) => script.statement(text, values));
  return [script.prelude(), ...statements.map((statement) => `${statement.replaceAll(kept, workspaceId)};`)];
}

const serial = '(:client_id * 1000000 + :round * 100000 + :turn)';

/**
 * The statements for pgbench, in its prepared mode: what must differ from booking to booking is computed first, into
 * variables, which then are parameters like ours.
 */
class Script {
  private readonly variables = new Map<string, string>();

  statement(text: string, values: readonly unknown[]): string {
    return text
      .replaceAll(/\$(\d+)/g, (_, number: string) => this.value(values[Number(number) - 1]))
      .replaceAll(/\s*\n\s*/g, ' ');
  }

  prelude(): string {
    const columns = [...this.variables].map(([expression, name]) => `${expression} as ${name}`);
    return `select ${columns.join(', ')} \\gset`;
  }

  private value(value: unknown): string {
    if (value === null || value === undefined) return 'null';
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (Buffer.isBuffer(value)) return this.variable(`'\\x' || md5('${value.toString('hex')}' || ${serial})`);
    return this.text(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
  }

  private text(text: string): string {
    const parts = text.split(own);
    if (parts.length === 1) return quoted(text);
    return this.variable(
      parts.map((part, index) => (index % 2 === 0 ? quoted(part) : ofClient(part))).join(' || '),
    );
  }

  private variable(expression: string): string {
    const name = this.variables.get(expression) ?? `v${this.variables.size}`;
    this.variables.set(expression, name);
    return `:${name}`;
  }
}

/** Ids and times of this one booking. */
const own =
  /(dbk-[0-9A-Za-z]{16}|HOST\d{11}|host-\d+|invitee\d+@|2028-01-0[345]T|[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})/;

function ofClient(part: string): string {
  if (part.startsWith('dbk-')) return `'dbk-' || left(md5('${part}' || ${serial}), 16)`;
  if (part.startsWith('HOST')) return `'HOST' || lpad((1 + ${serial} % 2000)::text, 11, '0')`;
  if (part.startsWith('host-')) return `'host-' || (1 + ${serial} % 2000)`;
  if (part.startsWith('invitee')) return `'invitee' || ${serial} || '@'`;
  if (part.endsWith('T')) return `to_char(date '2028-02-01' + (${serial} / 2000)::int, 'YYYY-MM-DD') || 'T'`;
  return `md5('${part}' || ${serial})`;
}

/** pgbench takes every colon before a letter for one of its variables, also in quotes. */
function quoted(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "''")
    .replaceAll(/:(?=[A-Za-z_])/g, '\\x3a');
  return `E'${escaped}'`;
}
