import { parseArgs } from 'node:util';
import pg from 'pg';
import { formatDatabaseUrl } from '../server/test/process/daybook.ts';
import { buildRecordIdSql } from './parts/crm-load.ts';
import { runLoad } from './parts/load.ts';
import { addDatabase, openBench, startServer, token } from './parts/server.ts';
import { chooseForSmoke, smokeOption } from './parts/smoke.ts';

/**
 * Search over people: p95 of a page with its total, for what people type, against 50 ms.
 *
 *   npx tsx bench/search.ts --records 1000000
 */
const { values: given } = parseArgs({
  options: {
    ...smokeOption,
    records: { type: 'string', default: chooseForSmoke('1000000', '5000') },
    seconds: { type: 'string', default: chooseForSmoke('5', '0.2') },
  },
});
const records = Number(given.records);
const limitMs = 50;

const searches = {
  'a whole name': 'first4711 last4711',
  'words in another order': 'last4711 first4711',
  'an address': 'p4711@firm4711.example',
  'the beginning of a name': 'first471',
  'a phone number with spaces': '+49 30 5004 711',
  'one typo': 'lats4711x',
  'one typo in a word': 'wolfgnag',
  'nothing like it': 'qqzzxxjjvv',
  'a name that one in eight has': 'wolfgang',
  'what all have': 'example',
  'two names that nobody has': 'wolfgang maria',
};

const bench = await openBench({ shared_buffers: '2GB', max_wal_size: '4GB' });
try {
  const connection = await addDatabase(bench, 'search');
  const server = await startServer(bench, { DATABASE_URL: formatDatabaseUrl(connection), ROLE: 'all' });
  await load(formatDatabaseUrl(connection));
  for (const [name, search] of Object.entries(searches)) {
    const path = `/v2/crm/people?search=${encodeURIComponent(search)}&count=20`;
    const requests = [{ method: 'GET', path }];
    const measured = await runLoad({
      port: server.port,
      token,
      connections: 2,
      requests,
      seconds: Number(given.seconds),
    });
    const { p50Ms, p95Ms, statuses } = measured;
    const ratio = (p95Ms / limitMs).toFixed(2);
    const shown = `p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms, ${ratio} of ${limitMs} ms`;
    console.log(`${name} (${search}): ${shown} ${JSON.stringify(statuses)}`);
  }
} finally {
  await bench.close();
}

/** People with names, addresses and phone numbers, by SQL, with the search texts that the server would write. */
async function load(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const names = `(array['Anna', 'Wolfgang', 'Maria', 'Chen', 'Ines', 'Jonas', 'Priya', 'Omar'])[1 + g % 8]`;
    await client.query(`set daybook.workspace = '*'`);
    await client.query(`
      insert into crm_record (workspace_id, object_id, id, data, search)
      select o.workspace_id, o.id, (${buildRecordIdSql('g')})::uuid,
        jsonb_build_object('firstName', first, 'lastName', last, 'name', first || ' ' || last, 'emails', jsonb_build_array(mail),
          'phoneNumber', '+' || phone),
        lower(first || ' ' || last) || ' ' || mail || ' ' || phone
      from generate_series(1, ${records}) g
      cross join lateral (select 'First' || g || ' ' || ${names} as first, 'Last' || g as last,
        'p' || g || '@firm' || g % 50000 || '.example' as mail, '4930' || (5000000 + g) as phone) x
      cross join (select * from crm_object where slug = 'people' order by workspace_id limit 1) o`);
    await client.query(`
      insert into crm_count (workspace_id, object_id, share, total)
      select workspace_id, id, 15, ${records} from crm_object where slug = 'people' order by workspace_id limit 1
      on conflict (workspace_id, object_id, share) do update set total = crm_count.total + excluded.total`);
    await client.query('vacuum analyze crm_record');
  } finally {
    await client.end();
  }
  console.log(`${records.toLocaleString('en')} people`);
}
