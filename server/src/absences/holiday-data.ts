import type { holidayTypes } from '@daybook/contract/holidays';

export type HolidayType = (typeof holidayTypes)[number];

export interface Region {
  readonly country: string;
  readonly region: string | null;
}

export interface HolidayDay {
  readonly date: string;
  readonly name: string;
  readonly type: HolidayType;
}

/** Half a second of work, so it is loaded when somebody asks about holidays, and never to draw a page. */
const load = async () => (await import('date-holidays')).default;

let countries: Promise<Awaited<ReturnType<typeof readCountries>>> | undefined;

export function listCountries() {
  countries ??= readCountries();
  return countries;
}

/** A region within a region (a town of Bavaria) has both codes: `BY-A`. */
async function readCountries() {
  const data = new (await load())();
  const regionsOf = (country: string) =>
    Object.entries<string>(data.getStates(country, 'en') ?? {}).flatMap(([state, name]) => [
      { region: state, name },
      ...Object.entries<string>(data.getRegions(country, state, 'en') ?? {}).map(([part, partName]) => ({
        region: `${state}-${part}`,
        name: `${name}, ${partName}`,
      })),
    ]);
  return Object.entries<string>(data.getCountries('en'))
    .map(([country, name]) => ({ country, name, regions: regionsOf(country) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const msPerDay = 86_400_000;

/** The holidays of some years, each date once. A day that begins in the afternoon is none to take off. */
export async function listHolidays(
  { country, region }: Region,
  {
    types,
    language,
    years,
  }: { readonly types: readonly HolidayType[]; readonly language: string; readonly years: readonly number[] },
): Promise<HolidayDay[]> {
  const Holidays = await load();
  const [state, ...part] = region?.split('-') ?? [];
  const options = { languages: [language, 'en'], types: [...types] };
  const data = new Holidays(
    {
      country,
      ...(state !== undefined && { state }),
      ...(part.length > 0 && { region: part.join('-') }),
    },
    options,
  );
  const days = new Map<string, HolidayDay>();
  for (const { date, start, end, name, type } of years.flatMap((year) => data.getHolidays(year))) {
    if (!date.includes(' 00:00:00')) continue;
    const length = Math.round((end.getTime() - start.getTime()) / msPerDay);
    for (let day = 0; day < length; day += 1) {
      const on = new Date(Date.parse(date.slice(0, 10)) + day * msPerDay).toISOString().slice(0, 10);
      if (!days.has(on)) days.set(on, { date: on, name, type });
    }
  }
  return [...days.values()];
}
