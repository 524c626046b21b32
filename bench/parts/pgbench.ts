import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { hashSecret } from '../../server/src/platform/auth/token.ts';
import { openPool } from '../../server/src/platform/db/connect.ts';
import { createApp } from '../../server/src/platform/http/app.ts';
import { endpoints } from '../../server/src/slices.ts';
import { createTestRuntime } from '../../server/test/runtime.ts';
import { token, type Connection } from './server.ts';
import { chooseForSmoke } from './smoke.ts';

/** The statements of a request, recorded from the server and sent by pgbench (Debian: postgresql-contrib). */

export interface Request {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body: object;
}

/** An expression for a value that must differ between transactions; undefined for one that stays the same. */
export interface StatementVariation {
  readonly pattern: RegExp;
  readonly of: (part: string) => string | undefined;
  /** Ids that stay the same although they look new. */
  readonly kept?: readonly string[];
}

/** A number that is different in each transaction. */
export const serial = '(:client_id * 1000000 + :round * 100000 + :turn)';

/** Records the second request: the first one creates what all later ones find. */
export async function recordScript(
  connection: Connection,
  [first, second]: readonly [Request, Request],
  varying: StatementVariation,
): Promise<string[]> {
  const pool = openPool(connection, 1);
  const runtime = createTestRuntime({ pool, restrictRole: true }, { config: { checkResponses: false } });
  const app = await createApp(runtime, endpoints, []);
  const send = async ({ method, path: url, body: payload }: Request) => {
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode, body } = await app.inject({ method, url, headers, payload });
    if (statusCode >= 300)
      throw new Error(`What was to be recorded was answered with ${statusCode}: ${body}`);
  };
  await send(first);
  const { rows } = await pool.query<{ id: string }>(
    `select workspace_id as id from workspace union all select id from crm_object union all select id from crm_attribute
     union all select id from crm_relation union all select id from crm_record where data ? 'domain'`,
  );
  const seen = listen(pool);
  await send(second);
  await app.close();
  await pool.end();
  const script = new Script(new Set([...rows.map(({ id }) => id), ...(varying.kept ?? [])]), varying);
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

/** For pgbench's prepared mode: varying values are computed into variables first, which then are parameters like ours. */
class Script {
  private readonly variables = new Map<string, string>();
  private readonly kept: ReadonlySet<string>;
  private readonly varying: StatementVariation;
  private readonly pattern: RegExp;

  /** New ids vary as well, except those that are the same in every transaction. */
  constructor(kept: ReadonlySet<string>, varying: StatementVariation) {
    this.kept = kept;
    this.varying = varying;
    const newId = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}';
    this.pattern = new RegExp(`(${varying.pattern.source}|${newId})`);
  }

  statement(text: string, values: readonly unknown[]): string {
    return text
      .replaceAll(/--.*$/gm, '')
      .replaceAll(/\$(\d+)/g, (_, number: string) => this.value(values[Number(number) - 1]))
      .replaceAll(/\s*\n\s*/g, ' ');
  }

  prelude(): string {
    const columns = [...this.variables].map(([expression, name]) => `${expression} as ${name}`);
    return columns.length > 0 ? `select ${columns.join(', ')} \\gset` : '';
  }

  private value(value: unknown): string {
    if (value === null || value === undefined) return 'null';
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (Buffer.isBuffer(value)) return this.bytes(value);
    return this.text(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
  }

  private bytes(value: Buffer): string {
    const hex = value.toString('hex');
    if (value.equals(hashSecret(token))) return `'\\x${hex}'`;
    return this.variable(`'\\x' || md5('${hex}' || ${serial})`);
  }

  private text(text: string): string {
    const parts = text.split(this.pattern).map((part, index) => {
      const own = index % 2 === 1 && !this.kept.has(part) ? this.own(part) : undefined;
      return { own, sql: own ?? quoted(part) };
    });
    if (parts.every(({ own }) => own === undefined)) return quoted(text);
    return this.variable(parts.map(({ sql }) => sql).join(' || '));
  }

  private own(part: string): string | undefined {
    if (new RegExp(`^(?:${this.varying.pattern.source})$`).test(part)) return this.varying.of(part);
    return `md5('${part}' || ${serial})`;
  }

  private variable(expression: string): string {
    const name = this.variables.get(expression) ?? `v${this.variables.size}`;
    this.variables.set(expression, name);
    return `:${name}`;
  }
}

/** pgbench reads every colon before a letter as one of its variables, even in quotes. */
function quoted(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "''")
    .replaceAll(/:(?=[A-Za-z_])/g, '\\x3a');
  return `E'${escaped}'`;
}

/** Transactions a second. `round` is a number below ten, each used once per database. */
export function runPgbench(
  { host, port, user, password, database }: Connection,
  script: readonly string[],
  { clients, transactions, round }: { clients: number; transactions: number; round: number },
): number {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-pgbench-'));
  const file = join(folder, 'script.sql');
  writeFileSync(file, ['\\set turn :turn + 1', ...script].join('\n'));
  const what = ['-n', '-f', file, '-M', 'prepared', '-D', 'turn=0', '-D', `round=${round}`];
  const load = ['-c', String(clients), '-j', '1', '-t', String(Math.ceil(transactions / clients))];
  const where = ['-h', host, '-p', String(port), '-U', user, database];
  const result = spawnSync('pgbench', [...what, ...load, ...where], {
    env: { ...process.env, PGPASSWORD: password },
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  if (result.error) return withoutPgbench();
  const rate = /tps = ([\d.]+)/.exec(result.stdout)?.[1];
  if (!rate || /aborted/.test(result.stderr)) throw new Error(`pgbench failed: ${result.stderr}`);
  return Number(rate);
}

function withoutPgbench(): number {
  const sentence = 'pgbench is not installed; on Debian: apt-get install postgresql-contrib.';
  if (!chooseForSmoke(false, true)) throw new Error(sentence);
  console.log(`Not tested: the comparison with pgbench, because ${sentence}`);
  return Number.NaN;
}
