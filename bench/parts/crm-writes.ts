import { callServer, buildRecordId, buildRecordIdSql, type TestObject } from './crm-load.ts';
import { runLoad, computeMedian, type Measurement } from './load.ts';
import { runPgbench, recordScript, serial, type Request, type StatementVariation } from './pgbench.ts';
import { token, type Connection, type Server } from './server.ts';
import { chooseForSmoke } from './smoke.ts';

/** Writes to an object with very many records: upserts, relations, bulk, renamed options, import. */

/** How many clients send at the same time. */
const [few, many] = [20, 50];

/** Each size has a database and a server of its own, so that rounds can alternate: the speed of a machine changes. */
export interface Size {
  readonly records: number;
  readonly connection: Connection;
  readonly server: Server;
  readonly object: TestObject;
  readonly sqlPerSecond: number;
}

const rounds = chooseForSmoke(3, 1);

export async function measureWrites(size: Size): Promise<void> {
  const account = size.object.accountIds[0] ?? '';
  const upsert = (record: number, round: number): Request => ({
    method: 'PUT',
    path: '/v2/crm/deals?matchingAttribute=code',
    body: { code: `C-${record}`, score: 1000 * (round + 1) + (record % 1000) },
  });
  const relate = (record: number, verb: 'add' | 'remove'): Request => ({
    method: 'PATCH',
    path: `/v2/crm/deals/${buildRecordId(record)}/relation`,
    body: { attributeSlug: 'account', [verb]: [account] },
  });
  const kinds: Kind[] = [
    { name: 'upsert of one that is there', clients: few, request: upsert },
    { name: 'relation add', clients: few, request: (record) => relate(record, 'add') },
    { name: 'relation remove', clients: few, request: (record) => relate(record, 'remove') },
    { name: 'relation add (limit 600/s)', clients: many, request: (record) => relate(record, 'add') },
    { name: 'relation remove (limit 600/s)', clients: many, request: (record) => relate(record, 'remove') },
  ];
  const rates = kinds.map(() => ({ http: [] as number[], sql: [] as number[], statements: 0 }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { request, clients }] of kinds.entries()) {
      const rate = rates[index] as (typeof rates)[number];
      rate.http.push(await byHttp(size, clients, (record) => request(record, round)));
      // Of records that no other request changes.
      const [first, second] = [turns, turns + 1].map((turn) => recordOf(size, turn));
      const like = [request(first ?? 0, rounds + round), request(second ?? 0, rounds + round)] as const;
      const script = await recordScript(size.connection, like, ofThisRecord(size.records, account));
      rate.sql.push(runPgbench(size.connection, script, { clients, transactions: turns, round }));
      rate.statements = script.length - 1;
    }
  }
  console.log('');
  for (const [index, { name, clients }] of kinds.entries()) {
    const { http, sql, statements } = rates[index] as (typeof rates)[number];
    const ratio = (computeMedian(http) / computeMedian(sql)).toFixed(2);
    const peer = `only its SQL, ${statements} statements, ${computeMedian(sql).toFixed(0)}/s; ratio ${ratio}`;
    console.log(`${name}, ${clients} clients: ${computeMedian(http).toFixed(0)}/s; ${peer}`);
  }
  await bulk(size);
}

interface Kind {
  readonly name: string;
  readonly clients: number;
  readonly request: (record: number, round: number) => Request;
}

const turns = chooseForSmoke(4000, 60);

/** Records from all over the object, one request each. */
async function byHttp(size: Size, clients: number, request: (record: number) => Request): Promise<number> {
  const requests = Array.from({ length: turns }, (_, turn) => request(recordOf(size, turn)));
  const { perSecond, statuses } = await runLoad({
    port: size.server.port,
    token,
    connections: clients,
    requests,
    seconds: 'once',
  });
  requireStatuses(statuses, ['200', '201']);
  return perSecond;
}

function recordOf({ records }: Size, turn: number): number {
  return (turn * 7919) % records;
}

async function bulk({ server, sqlPerSecond }: Size): Promise<void> {
  const batches = Array.from({ length: 40 }, (_, batch) => ({
    method: 'POST',
    path: '/v2/crm/deals/bulk',
    body: {
      records: Array.from({ length: chooseForSmoke(1000, 20) }, (_row, index) =>
        deal(`B-${batch}-${index}`, index),
      ),
    },
  }));
  for (const connections of [1, 4]) {
    const requests = connections === 1 ? batches.slice(0, 20) : batches.slice(20);
    const made = await runLoad({ port: server.port, token, connections, requests, seconds: 'once' });
    requireStatuses(made.statuses, ['200']);
    const rate = made.perSecond * (batches[0]?.body.records.length ?? 0);
    console.log(
      `bulk create, ${connections} clients: ${rate.toFixed(0)} records/s; by SQL alone ${sqlPerSecond.toFixed(0)}`,
    );
  }
}

/** The records and codes that the loader created, by their number. */
function ofThisRecord(records: number, account: string): StatementVariation {
  return {
    kept: [account],
    pattern: /[Cc]-\d+|018bcf[0-9a-f]{2}-[0-9a-f-]{27}/,
    of(part) {
      const number = `(${serial}::bigint * 7919 % ${records})`;
      return /^c-/i.test(part) ? `'${part.slice(0, 2)}' || ${number}` : buildRecordIdSql(number);
    },
  };
}

function deal(code: string, index: number) {
  return {
    code,
    title: `Deal ${code}`,
    city: `city-${index % 200}`,
    source: 'bench',
    amount: index * 3,
    score: index % 100,
    stage: 'New',
    urgent: index % 2 === 0,
    closes: '2027-05-06',
  };
}

/** Renames an option repeatedly while records are written, and measures the longest wait of a writer. */
export async function measureRename({ server: on, object: { stage } }: Size): Promise<void> {
  const renameTo = async (suffix: string): Promise<number> => {
    const options = stage.options.map((option) => ({ ...option, value: `${option.value} ${suffix}` }));
    const began = performance.now();
    await callServer(on, 'PATCH', '/crm/objects/deals/attributes/stage', { options });
    return performance.now() - began;
  };
  const requests = Array.from({ length: chooseForSmoke(1500, 50) }, (_, index) => ({
    method: 'PUT',
    path: '/v2/crm/deals?matchingAttribute=code',
    body: { code: `C-${index}`, score: -index },
  }));
  const write = () => runLoad({ port: on.port, token, connections: 1, requests, seconds: 'once' });
  const shown = ({ p50Ms, p99Ms, worstMs }: Measurement) =>
    `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, worst ${worstMs.toFixed(1)} ms`;

  const alone = await write();
  for (let turn = 0; turn < 10; turn += 1) await renameTo(`before ${turn}`);
  const writing = write();
  const took: number[] = [];
  let isWriting = true;
  void writing.finally(() => (isWriting = false));
  for (let turn = 0; isWriting; turn += 1) {
    took.push(await renameTo(String(turn)));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const worst = Math.max(...took).toFixed(1);
  console.log(
    `\noption rename with a writer: p50 ${computeMedian(took).toFixed(1)} ms (limit 10), worst ${worst} ms`,
  );
  console.log(`  the writer: ${shown(await writing)} (limit 50); without renames ${shown(alone)}`);
}

export async function measureImport({ server, sqlPerSecond }: Size, rows: number): Promise<void> {
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) rates.push(await importOnce(server, round, rows));
  const shown = rates.map((rate) => rate.toFixed(0)).join(', ');
  const peer = `by SQL alone ${sqlPerSecond.toFixed(0)}`;
  console.log(`\nCSV import of ${rows} rows, sending included: ${shown} records/s (limit 5000); ${peer}`);
}

async function importOnce(on: Server, round: number, rows: number): Promise<number> {
  const deals = Array.from({ length: rows }, (_, index) => ({
    ...deal(`I-${round}-${index}`, index),
    stage: '',
  }));
  const header = Object.keys(deal('', 0)).join(',');
  const body = [header, ...deals.map((row) => Object.values(row).join(','))].join('\n');
  const sent = performance.now();
  const response = await fetch(`http://127.0.0.1:${on.port}/v2/crm/deals/import?mapping=%7B%7D`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body,
  });
  const { import: received } = (await response.json()) as { import: { id: string } };
  for (;;) {
    const { import: now } = await callServer(on, 'GET', `/crm/imports/${received.id}`);
    if (now.status === 'failed' || now.failed > 0) throw new Error(JSON.stringify(now).slice(0, 500));
    if (now.status === 'completed') return (rows / (performance.now() - sent)) * 1000;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export function requireStatuses(statuses: Record<string, number>, expected: readonly string[]): void {
  if (Object.keys(statuses).some((status) => !expected.includes(status)))
    throw new Error(JSON.stringify(statuses));
}
