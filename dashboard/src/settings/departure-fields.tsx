import { pluralize } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { RadioGroup } from '../kit/choice.tsx';
import { TextField } from '../kit/field.tsx';
import { SearchSelect } from '../kit/search-select.tsx';
import { buildQuery } from '../platform/query.ts';
import { start } from '../platform/start.ts';
import { words } from '../platform/words/words.ts';
import { hasOutcome } from './departure-preview.tsx';
import type { Departure, DepartureChoices } from './rules.ts';

const text = words.settings.leave;
const { departure: departureText } = words.settings;

interface DepartureFieldsProps {
  readonly choices: DepartureChoices;
  readonly onChange: (choices: DepartureChoices) => void;
  /** How many events they still host. */
  readonly open: number;
  readonly departure: Departure | undefined;
  /** The ids of those who leave. */
  readonly leaving: readonly string[];
  /** They left before: only their events are decided. */
  readonly hasLeft?: boolean;
}

/** What happens to the events of users who are deactivated, who gets what is reassigned, and whether integrations end. */
export function DepartureFields({
  choices,
  onChange,
  open,
  departure,
  leaving,
  hasLeft = false,
}: DepartureFieldsProps) {
  const { bookings, integrations } = choices;
  const isHandover = bookings === 'handover';
  const users = useQuery(buildQuery('listUsers', { query: { per_page: 100 } })).data?.items ?? [];
  const others = users.filter(({ uuid, isActive }) => isActive && !leaving.includes(uuid));
  return (
    <>
      {open > 0 && (
        <>
          <p>{pluralize(start.words, words.settings.person.open, open)}</p>
          <RadioGroup
            label={text.whatBecomes}
            name="bookings"
            value={bookings}
            onChange={(value) => onChange({ ...choices, bookings: value })}
            choices={[
              { value: 'handover', label: text.handOver, help: text.handOverHint },
              { value: 'cancel', label: text.cancel, help: text.cancelHint },
              ...(hasLeft ? [] : [{ value: 'keep' as const, label: text.keep, help: text.keepHint }]),
            ]}
          />
        </>
      )}
      {(isHandover || hasOutcome(departure, 'reassigned')) && (
        <SearchSelect
          label={isHandover ? text.to : departureText.to}
          name="handoverTo"
          choices={[
            { value: '', label: isHandover ? text.anyHost : departureText.noOne },
            ...others.map(({ email, name }) => ({ value: email, label: name })),
          ]}
        />
      )}
      {bookings === 'cancel' && (
        <TextField label={words.events.reason} name="cancellationReason" rows={2} maxLength={512} />
      )}
      {hasOutcome(departure, 'kept') && (
        <RadioGroup
          label={departureText.integrations}
          name="integrations"
          value={integrations}
          onChange={(value) => onChange({ ...choices, integrations: value })}
          choices={[
            { value: 'keep', label: departureText.keep, help: departureText.keepHint },
            { value: 'end', label: departureText.end, help: departureText.endHint },
          ]}
        />
      )}
    </>
  );
}
