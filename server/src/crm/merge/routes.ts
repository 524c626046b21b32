import * as contract from '@daybook/contract/crm-bulk';
import { serve, type Endpoint } from '../../platform/http/serve.ts';
import { findDuplicates } from './find-duplicates.ts';
import { markDifferent } from './mark-different.ts';
import { mergeRecords } from './merge-records.ts';
import { undoMerge } from './undo-merge.ts';
import { serializeMerge } from './view.ts';

export const mergeEndpoints: readonly Endpoint[] = [
  serve(contract.findDuplicates, (ctx, { params }) => findDuplicates(ctx, params.objectSlug)),
  serve(contract.findDuplicatePeople, (ctx) => findDuplicates(ctx, 'people')),
  serve(contract.findDuplicateCompanies, (ctx) => findDuplicates(ctx, 'companies')),
  serve(contract.markDifferent, (ctx, { params, body }) => markDifferent(ctx, params.objectSlug, body)),
  serve(contract.mergeRecords, async (ctx, { params, body }) =>
    serializeMerge(await mergeRecords(ctx, params.objectSlug, body)),
  ),
  serve(contract.undoMerge, async (ctx, { params }) => serializeMerge(await undoMerge(ctx, params.mergeId))),
];
