import { parseDay } from '@daybook/booking/calendar';
import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '../kit/choice.tsx';
import { SelectField } from '../kit/field.tsx';
import { SearchSelect } from '../kit/search-select.tsx';
import { Problem, Skeleton } from '../kit/states.tsx';
import { buildQuery, useChange } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { formatDay, getNow } from '../platform/time.ts';
import { words } from '../platform/words/words.ts';
import { toggleException, filterNextDays } from './rules.ts';

// oxlint-disable-next-line no-restricted-globals -- names of countries, which need no rules of zones
const countryNames = new Intl.DisplayNames([start.locale.tag], { type: 'region' });
const others = ['Availability', 'Calendars'];

/** The public holidays that somebody takes off. Each choice is saved at once. */
export function HolidayCard({ user }: { readonly user: string | undefined }) {
  const of = { ...(user && { email: user }) };
  const { data: setting, error, refetch } = useQuery(buildQuery('readHolidays', { query: of }));
  const { data: countries = [] } = useQuery({ ...buildQuery('listHolidayRegions'), staleTime: Infinity });
  const set = useChange('setHolidays', words.absences.holidaysSaved, others);
  const remove = useChange('deleteHolidays', words.absences.holidaysSaved, others);
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!setting) return <Skeleton rows={3} />;
  const { country, region, except } = setting;
  const regions = countries.find((each) => each.country === country)?.regions ?? [];
  const choose = (chosen: { country: string; region?: string | null; except?: string[] }): void =>
    set.mutate({ body: { ...of, ...chosen } });
  return (
    <section className="card holidays" aria-labelledby="holidays">
      <header>
        <h2 id="holidays">{words.absences.holidays}</h2>
      </header>
      <div className="new-date col gap3">
        <p className="help">{words.absences.holidaysHint}</p>
        <SearchSelect
          label={words.absences.country}
          name="country"
          value={country ?? ''}
          choices={[
            { value: '', label: words.absences.noCountry },
            ...countries
              .map((each) => ({ value: each.country, label: countryNames.of(each.country) ?? each.name }))
              .sort((a, b) => a.label.localeCompare(b.label, start.locale.tag)),
          ]}
          onChange={(next) => (next === '' ? remove.mutate({ query: of }) : choose({ country: next }))}
        />
        {country && regions.length > 0 && (
          <SelectField
            label={words.absences.region}
            name="region"
            value={region ?? ''}
            choices={[
              { value: '', label: words.absences.wholeCountry },
              ...regions.map((each) => ({ value: each.region, label: each.name })),
            ]}
            onChange={(next) => choose({ country, region: next || null, except })}
          />
        )}
        {country && (
          <fieldset className="holiday-days">
            <legend className="lbl">{words.absences.daysOff}</legend>
            {filterNextDays(setting.days, getNow()).map(({ date, name, isOff }) => (
              <Checkbox
                key={date}
                label={formatDay(parseDay(date))}
                help={name}
                isOn={isOff}
                isDisabled={set.isPending}
                onChange={(isOn) => choose({ country, region, except: toggleException(except, date, isOn) })}
              />
            ))}
          </fieldset>
        )}
      </div>
    </section>
  );
}
