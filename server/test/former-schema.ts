import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../src/platform/db/connect.ts';
import { executeSql } from './postgres.ts';

const dump = readFileSync(join(import.meta.dirname, 'former-schema.sql'), 'utf8');

/** Brings an empty database to the schema of the last migration of before the baseline. */
export const createFormerSchema = (connection: Connection): Promise<void> => executeSql(connection, dump);
