import * as contract from '@daybook/contract/crm-objects';
import { servePrepared, type Endpoint } from '../../platform/http/serve.ts';
import {
  serializeAttribute,
  changeAttribute,
  requireCustomAttribute,
  loadDefinition,
  validateAttributeChanges,
} from '../schema/public.ts';
import { buildUniqueness } from './build-uniqueness.ts';

/** An attribute that becomes unique is checked against all records before the transaction that changes it. */
export const upkeepEndpoints: readonly Endpoint[] = [
  servePrepared(
    contract.updateAttribute,
    (runtime, actor, { params, body }) => buildUniqueness(runtime, actor, { ...params, changes: body }),
    async (ctx, { params, body }, build) =>
      serializeAttribute(await changeAttribute(ctx, params.slug, params.key, body, build)),
    {
      async onSchemaError(ctx, fields, { params }) {
        const attribute = requireCustomAttribute(await loadDefinition(ctx, params.slug), params.key);
        return validateAttributeChanges(attribute, fields);
      },
    },
  ),
];
