import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { buildOpenApi } from '../contract/src/openapi.ts';
import { createClient, type Connection } from '../server/src/platform/db/connect.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { startEmbedded } from '../server/src/platform/embedded/embedded.ts';
import { generateContract, generateOperations } from './generate-client.ts';

/** Generated files. `npm run generate` writes them; a test fails when one is out of date. */

const zoneMeta = new URL('../node_modules/moment-timezone/data/meta/latest.json', import.meta.url);
const packedZones = new URL('../node_modules/moment-timezone/data/packed/latest.json', import.meta.url);

export const generated = {
  zoneNames: 'contract/src/zone-names.gen.ts',
  windowsZones: 'server/src/calendars/ical/windows-zones.gen.ts',
  schema: 'server/src/platform/db/schema.gen.ts',
  openApi: 'docs/api/openapi.json',
  operations: 'client/src/operations.gen.ts',
  contract: 'client/src/contract.gen.ts',
  operatorCommands: 'cli/src/operator-commands.gen.ts',
};

export function generateZoneNames(): string {
  const { zones, links } = JSON.parse(readFileSync(packedZones, 'utf8')) as {
    zones: string[];
    links: string[];
  };
  const names = [
    ...zones.map((zone) => zone.split('|')[0]),
    ...links.map((link) => link.split('|')[1]),
  ].sort();
  const { zones: known } = JSON.parse(readFileSync(zoneMeta, 'utf8')) as {
    zones: Record<string, { countries: string[] }>;
  };
  const lines = names.map((name) => `  '${name}',`);
  // Former names have no country: `Asia/Calcutta` is a link to today's `Asia/Kolkata`.
  const countries = names.map((name = '') => known[name]?.countries[0] ?? '..');
  return `// Made by \`npm run generate\` from the packaged IANA data.
export const zoneNames: readonly string[] = [
${lines.join('\n')}
];

/** The country of each zone, in two letters; two dots for names that are no longer used, and for zones of no country. */
export const zoneCountries =
  '${countries.join('')}';
`;
}

/** The zone of each Windows name that stands for the whole world, where a name has one for each country. */
export function generateWindowsZones(): string {
  const zones = WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001');
  const lines = zones.map(({ windowsName, iana: [zone] }) => `  '${windowsName}': '${zone}',`).sort();
  return `// Made by \`npm run generate\` from the Unicode table of Windows zones.

/** The IANA zone of a Windows zone, which calendars of Outlook and Exchange name. */
export const windowsZones: Readonly<Record<string, string>> = {
${lines.join('\n')}
};
`;
}

export function generateOpenApi(): string {
  return `${JSON.stringify(buildOpenApi('http://localhost:4000'), null, 2)}\n`;
}

const rootManifest = new URL('../package.json', import.meta.url);
const operatorSources = new URL('../server/src/operator/', import.meta.url);

/** What the server's own program can do. Its declarations are read, since the program would run if it was imported. */
export function generateOperatorCommands(): string {
  const files = readdirSync(operatorSources).filter((name) => /^[a-z-]+\.ts$/.test(name));
  const text = files
    .sort()
    .map((name) => readFileSync(new URL(name, operatorSources), 'utf8'))
    .join('\n');
  const declared = text.matchAll(
    /^ {2,4}(?:\{ )?name: '([^'<]+?)(?: <.*>)?',\s+does:\s+(['"])(.+?)\2,(?:$| )/gm,
  );
  const lines = [...declared].map(
    ([, name, , does]) => `  ${JSON.stringify(name)}: ${JSON.stringify(does)},`,
  );
  const { version } = JSON.parse(readFileSync(rootManifest, 'utf8')) as { version: string };
  return `// Made by \`npm run generate\` from the declarations of the server's own program.

/** Of this release. */
export const version = '${version}';

/** Each of its commands, and what it does. */
export const operatorCommands: Readonly<Record<string, string>> = {
${lines.join('\n')}
};
`;
}

interface Column {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: 'YES' | 'NO';
  column_default: string | null;
  is_generated: 'ALWAYS' | 'NEVER';
}

const tsTypes: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  timestamptz: 'string',
  tstzrange: 'string',
  uuid: 'string',
  xid8: 'string',
};

/** Table types for the query builder, read from a migrated database. */
export async function generateSchema(connection: Connection): Promise<string> {
  const client = createClient(connection);
  await client.connect();
  const { rows } = await client.query<Column>(
    `select table_name, column_name, udt_name, is_nullable, column_default, is_generated
     from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
  );
  await client.end();
  const tables = groupByTable(rows);
  const bodies = [...tables].map(
    ([name, columns]) => `export interface ${pascal(name)} {\n${columns.map(columnSource).join('\n')}\n}`,
  );
  const index = [...tables.keys()].map((name) => `  ${name}: ${pascal(name)};`).join('\n');
  return `// Made by \`npm run generate\` from the migrated schema.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { WorkspaceId } from './workspace-id.ts';

${bodies.join('\n\n')}

export interface DB {
${index}
}
`;
}

function groupByTable(rows: readonly Column[]): Map<string, Column[]> {
  const tables = new Map<string, Column[]>();
  for (const row of rows) tables.set(row.table_name, [...(tables.get(row.table_name) ?? []), row]);
  return tables;
}

function columnSource(column: Column): string {
  return `  ${column.column_name}: ${columnType(column)};`;
}

function columnType(column: Column): string {
  const nullable = column.is_nullable === 'YES' ? ' | null' : '';
  const optional = column.column_default === null ? '' : ' | undefined';
  const { udt_name: kind } = column;
  // Read as a value, written as text.
  if (kind === 'json' || kind === 'jsonb') {
    return `ColumnType<unknown, string${nullable}${optional}, string${nullable}>`;
  }
  const type = `${valueType(column)}${nullable}`;
  if (column.is_generated === 'ALWAYS') return `GeneratedAlways<${type}>`;
  return optional ? `Generated<${type}>` : type;
}

function valueType({ table_name, column_name, udt_name }: Column): string {
  if (column_name === 'workspace_id') return 'WorkspaceId';
  const item = udt_name.replace(/^_/, '');
  const type = tsTypes[item];
  if (!type) throw new Error(`No TypeScript type for ${udt_name} of ${table_name}.${column_name}.`);
  return item === udt_name ? type : `${type}[]`;
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

async function generate(): Promise<void> {
  writeFileSync(generated.zoneNames, generateZoneNames());
  writeFileSync(generated.windowsZones, generateWindowsZones());
  writeFileSync(generated.openApi, generateOpenApi());
  writeFileSync(generated.operations, generateOperations());
  writeFileSync(generated.contract, generateContract());
  writeFileSync(generated.operatorCommands, generateOperatorCommands());
  const dataDir = await mkdtemp(join(tmpdir(), 'daybook-generate-'));
  const postgres = await startEmbedded({ dataDir, settings: { fsync: 'off' } });
  try {
    await migrate(postgres.connection);
    writeFileSync(generated.schema, await generateSchema(postgres.connection));
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.filename === process.argv[1]) await generate();
