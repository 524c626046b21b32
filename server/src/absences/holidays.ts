import type { holidayChanges, holidays } from '@daybook/contract/holidays';
import type { z } from 'zod';
import { findMember } from '../members/public.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { createSystemActor, type Actor } from '../platform/auth/actor.ts';
import { invalid, notFound, type FieldErrors } from '../platform/problems.ts';
import { loadOwnerId } from '../schedules/public.ts';
import {
  listCountries,
  listHolidays,
  type HolidayDay,
  type HolidayType,
  type Region,
} from './holiday-data.ts';
import * as store from './holidays.store.ts';

type Changes = z.output<typeof holidayChanges>;

/** This year and so many after it: further than nearly every booking window. */
const yearsAhead = 3;

export async function readHolidays(ctx: Ctx, email: string | undefined): Promise<z.output<typeof holidays>> {
  return holidaysOf(ctx, await loadOwnerId(ctx, email));
}

async function holidaysOf(ctx: Ctx, memberId: string): Promise<z.output<typeof holidays>> {
  const member = await findMember(ctx, memberId);
  if (!member) throw notFound('User');
  const setting = await store.findSetting(ctx, memberId);
  return {
    email: member.email,
    country: setting?.country ?? null,
    region: setting?.region ?? null,
    types: (setting?.types ?? []) as HolidayType[],
    except: setting?.workedOn ?? [],
    days: setting ? await store.listDays(ctx, memberId, ctx.now.toISOString().slice(0, 10)) : [],
  };
}

/** Works the days out before the transaction, which must not wait for that. */
export async function prepareHolidays(
  runtime: Runtime,
  actor: Actor,
  changes: Changes,
): Promise<readonly HolidayDay[]> {
  const member = await readInWorkspace(runtime, actor, async (ctx) =>
    findMember(ctx, await loadOwnerId(ctx, changes.email)),
  );
  if (!member) throw notFound('User');
  const region = { country: changes.country, region: changes.region ?? null };
  const errors = await validateRegion(region);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return computeDays(region, { ...changes, language: member.language }, runtime.clock.now());
}

async function validateRegion({ country, region }: Region): Promise<FieldErrors> {
  const found = (await listCountries()).find((each) => each.country === country);
  if (!found) return { country: ['We have no holidays for this country.'] };
  const isKnown = region === null || found.regions.some((each) => each.region === region);
  return isKnown ? {} : { region: [`Must be a region of ${found.name}.`] };
}

function computeDays(
  region: Region,
  { types, language }: { readonly types: readonly HolidayType[]; readonly language: string },
  now: Date,
): Promise<HolidayDay[]> {
  const years = Array.from({ length: yearsAhead + 1 }, (_, index) => now.getUTCFullYear() + index);
  return listHolidays(region, { types, language, years });
}

export async function setHolidays(ctx: Ctx, changes: Changes, days: readonly HolidayDay[]) {
  const memberId = await loadOwnerId(ctx, changes.email);
  await store.upsertSetting(ctx, memberId, {
    country: changes.country,
    region: changes.region ?? null,
    types: [...new Set(changes.types)],
    workedOn: [...new Set(changes.except)].toSorted(),
  });
  await store.replaceDays(ctx, memberId, days);
  return holidaysOf(ctx, memberId);
}

export async function removeHolidays(ctx: Ctx, email: string | undefined): Promise<void> {
  await store.deleteSetting(ctx, await loadOwnerId(ctx, email));
}

const refreshAfterDays = 30;
const maxAtOnce = 500;

/** Adds the years that have come nearer, and what the data has learned since. */
export async function refreshHolidays(runtime: Runtime): Promise<void> {
  const now = runtime.clock.now();
  const before = new Date(now.getTime() - refreshAfterDays * 86_400_000);
  for (const due of await store.listDue(runtime.database, before, maxAtOnce)) {
    const days = await computeDays(due, { ...due, types: due.types as HolidayType[] }, now);
    await runInWorkspace(runtime, createSystemActor(due.workspaceId), async (ctx) => {
      if (await store.markComputed(ctx, due)) await store.replaceDays(ctx, due.memberId, days);
    });
  }
}
