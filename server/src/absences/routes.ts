import * as contract from '@daybook/contract/absences';
import { serve, type Endpoint } from '../platform/http/serve.ts';
import { listAbsences, readAbsence } from './read-absences.ts';
import {
  changeAbsence,
  createAbsence,
  removeAbsence,
  validateAbsence,
  validateNewAbsence,
} from './write-absence.ts';

export const absencesEndpoints: readonly Endpoint[] = [
  serve(contract.listAbsences, (ctx, { query, page }) => listAbsences(ctx, query, page)),
  serve(contract.createAbsence, (ctx, { body }) => createAbsence(ctx, body), {
    onSchemaError: validateNewAbsence,
  }),
  serve(contract.readAbsence, (ctx, { params }) => readAbsence(ctx, params.uuid)),
  serve(contract.updateAbsence, (ctx, { params, body }) => changeAbsence(ctx, params.uuid, body), {
    onSchemaError: validateAbsence,
  }),
  serve(contract.deleteAbsence, (ctx, { params }) => removeAbsence(ctx, params.uuid)),
];
