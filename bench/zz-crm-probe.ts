import { askedInBody } from '../server/src/crm/query.rules.ts';
import { furnish, loadRecords } from './crm-load.ts';
import { statementsOf } from './crm-sql.ts';
import { openPool } from '../server/src/platform/db/connect.ts';
import { openBench, startServer } from './server.ts';
const bench = await openBench();
const server = await startServer(bench);
try {
  const f = await furnish(server);
  await loadRecords(bench.postgres.connection, f, 0, 20000);
  const pool = openPool(bench.postgres.connection, 1);
  const client = await pool.connect();
  const spell = { old: `return row_workspace::text = current_setting('daybook.workspace', true) or current_setting('daybook.workspace', true) = '*'`, new: `return texteq(row_workspace::text, current_setting('daybook.workspace', true)) or texteq(current_setting('daybook.workspace', true), '*')` };
  for (const [name, body] of Object.entries(spell)) {
    await client.query(`create or replace function workspace_visible(row_workspace uuid) returns boolean language sql stable parallel safe ${body}`);
    for (const filter of [{}, { stage: 'Qualified', urgent: true }, { city: 'city-17' }]) {
      const { begin, list } = await statementsOf(bench.postgres.connection, { sort: '-amount', limit: 20, offset: 0, withTotal: false, asked: () => askedInBody(filter) });
      await client.query(begin);
      for (const { text, values } of list) {
        if (!/from crm_record/.test(text)) continue;
        const { rows } = await client.query(`explain (analyze) ${text}`, [...values]);
        console.log(name, JSON.stringify(filter), rows.map((row) => row['QUERY PLAN']).filter((l: string) => /->|Execution|Planning T/.test(l)).map((l: string) => l.trim().slice(0, 110)).join('\n     '));
      }
      await client.query('commit');
    }
  }
  client.release();
  await pool.end();
} finally { await server.stop(); await bench.close(); }
