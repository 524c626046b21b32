import type pg from 'pg';
import { openPool, type Connection } from '../server/src/platform/db/connect.ts';
import { createApp } from '../server/src/platform/http/app.ts';
import { endpoints } from '../server/src/slices.ts';
import { testRuntime } from '../server/test/runtime.ts';

/** Sends a request to the server's own code and writes down its statements, from the token's look-up to the commit. */
export async function recordStatements(
  connection: Connection,
  token: string,
  bodies: { warmUp: unknown; recorded: unknown },
): Promise<string[]> {
  const pool = openPool(connection, 1);
  const runtime = testRuntime({ pool, restrictRole: true }, { config: { checkResponses: false } });
  const app = await createApp(runtime, endpoints, []);
  const post = async (body: unknown) => {
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/v2/event',
      headers,
      payload: body as object,
    });
    if (statusCode !== 200) throw new Error(`The booking to be recorded was answered with ${statusCode}.`);
  };
  // The first one creates the company of all invitees; those that follow find it.
  await post(bodies.warmUp);
  const { rows } = await pool.query<{ id: string }>(
    'select workspace_id as id from workspace union all select id from crm_record',
  );
  const seen = listen(pool);
  await post(bodies.recorded);
  await app.close();
  await pool.end();
  const script = new Script(new Set(rows.map(({ id }) => id)));
  const statements = seen.map(({ text, values }) => `${script.statement(text, values)};`);
  return [script.prelude(), ...statements];
}

function listen(pool: pg.Pool): { text: string; values: unknown[] }[] {
  const seen: { text: string; values: unknown[] }[] = [];
  // The pool has one client only.
  pool.once('acquire', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((given: string | pg.QueryConfig, ...rest: unknown[]) => {
      const { text, values = [] } = typeof given === 'string' ? { text: given } : given;
      seen.push({ text, values });
      return query(given, ...rest);
    }) as typeof client.query;
  });
  return seen;
}

const serial = '(:client_id * 1000000 + :round * 100000 + :turn)';

/**
 * The statements for pgbench, in its prepared mode: what must differ from booking to booking is computed first, into
 * variables, which then are parameters like ours.
 */
class Script {
  private readonly variables = new Map<string, string>();

  /** The ids that are the same in every booking. */
  private readonly kept: ReadonlySet<string>;

  constructor(kept: ReadonlySet<string>) {
    this.kept = kept;
  }

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
    const isOwn = (part: string, index: number) => index % 2 === 1 && !this.kept.has(part);
    if (!parts.some(isOwn)) return quoted(text);
    return this.variable(
      parts.map((part, index) => (isOwn(part, index) ? ofClient(part) : quoted(part))).join(' || '),
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
