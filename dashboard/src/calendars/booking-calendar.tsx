import { useState } from 'react';
import { RadioGroup } from '../kit/choice.tsx';
import { useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { Section } from '../settings/parts.tsx';
import { useAuthorize } from './authorize.ts';
import { listTargets, type Connection } from './rules.ts';

const text = words.calendars;
const nowhere = '';

/** The one calendar in which bookings are entered. What can only be read says so. */
export function BookingCalendar({ connections }: { readonly connections: readonly Connection[] }) {
  const update = useChange('updateCalendarConnection', words.shell.saved);
  const authorize = useAuthorize();
  const [chosen, setChosen] = useState<string>();
  const targets = listTargets(connections);
  const current = targets.find(({ calendar }) => calendar.receivesBookings);
  const choose = (id: string): void => {
    const target = targets.find(({ calendar }) => calendar.id === id) ?? current;
    if (!target) return;
    const { provider, access } = target.connection;
    // Access to write is asked for when it is needed.
    if (id !== nowhere && access === 'read') return authorize.begin(provider, 'write');
    setChosen(id);
    update.mutate(
      {
        params: { uuid: target.connection.uuid },
        body: { calendars: [{ id: target.calendar.id, receivesBookings: id !== nowhere }] },
      },
      { onSettled: () => setChosen(undefined) },
    );
  };
  return (
    <Section title={text.written} hint={text.writtenHint}>
      <RadioGroup
        label={text.writtenIn}
        name="written"
        value={chosen ?? current?.calendar.id ?? nowhere}
        onChange={choose}
        choices={[
          { value: nowhere, label: text.nowhere, help: text.nowhereHint },
          ...targets.map(({ connection: { account }, calendar: { id, name, canWrite } }) => ({
            value: id,
            label: name,
            help: canWrite ? account : text.readOnly,
            isDisabled: !canWrite,
          })),
        ]}
      />
    </Section>
  );
}
