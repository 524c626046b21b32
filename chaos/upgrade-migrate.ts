import { migrate } from '../server/src/platform/db/migrate.ts';
import { afterUpgrade } from '../server/test/later-migrations.ts';

/* What the start of a later Daybook does with its database. `chaos/upgrade.ts` kills it halfway. */

await migrate(process.env['DATABASE_URL'] ?? '', afterUpgrade);
