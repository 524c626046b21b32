import * as contract from '@daybook/contract/absences';
import * as holidays from '@daybook/contract/holidays';
import { serve, servePrepared, type Endpoint } from '../platform/http/serve.ts';
import { listCountries } from './holiday-data.ts';
import { prepareHolidays, readHolidays, removeHolidays, setHolidays } from './holidays.ts';
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
  servePrepared(
    holidays.listHolidayRegions,
    () => listCountries(),
    async (_ctx, _input, countries) => countries,
  ),
  serve(holidays.readHolidays, (ctx, { query }) => readHolidays(ctx, query.email)),
  servePrepared(
    holidays.setHolidays,
    (runtime, actor, { body }) => prepareHolidays(runtime, actor, body),
    (ctx, { body }, days) => setHolidays(ctx, body, days),
  ),
  serve(holidays.deleteHolidays, (ctx, { query }) => removeHolidays(ctx, query.email)),
];
