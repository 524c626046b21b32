import type { Endpoint } from '../platform/http/serve.ts';
import { bulkEndpoints } from './bulk/routes.ts';
import { exportEndpoints } from './exports/routes.ts';
import { fileEndpoints } from './files/routes.ts';
import { importEndpoints } from './imports/routes.ts';
import { mergeEndpoints } from './merge/routes.ts';
import { noteEndpoints } from './notes/routes.ts';
import { peopleEndpoints } from './people/routes.ts';
import { queryEndpoints } from './query/routes.ts';
import { recordEndpoints } from './records/routes.ts';
import { relationEndpoints } from './relations/routes.ts';
import { schemaEndpoints } from './schema/routes.ts';
import { taskEndpoints } from './tasks/routes.ts';
import { timelineEndpoints } from './timeline/routes.ts';
import { upkeepEndpoints } from './upkeep/routes.ts';
import { viewEndpoints } from './views/routes.ts';

export const crmEndpoints: readonly Endpoint[] = [
  ...schemaEndpoints,
  ...peopleEndpoints,
  ...bulkEndpoints,
  ...importEndpoints,
  ...exportEndpoints,
  ...mergeEndpoints,
  ...queryEndpoints,
  ...recordEndpoints,
  ...fileEndpoints,
  ...relationEndpoints,
  ...noteEndpoints,
  ...taskEndpoints,
  ...timelineEndpoints,
  ...upkeepEndpoints,
  ...viewEndpoints,
];
