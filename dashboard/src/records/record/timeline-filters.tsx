import { Icon } from '../../kit/icon.tsx';
import { PickerButton } from '../../kit/picker.tsx';
import { words } from '../../platform/words/words.ts';
import { useUsers } from '../objects.ts';
import { timelineKinds, type TimelineKind } from './page.rules.ts';

export interface TimelineFilter {
  /** None stands for all. */
  readonly kinds: readonly TimelineKind[];
  /** A user by id, `visitor` or `system`; left out, everyone. */
  readonly actor?: string;
}

interface FiltersProps {
  readonly filter: TimelineFilter;
  readonly onChange: (filter: TimelineFilter) => void;
}

const everyone = 'everyone';

/** Which entries of a timeline are shown. */
export function TimelineFilters({ filter, onChange }: FiltersProps) {
  const { page, actors } = words.records;
  const users = useUsers();
  const { kinds } = filter;
  const toggle = (id: string): void => {
    const kind = id as TimelineKind;
    const next = kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind];
    onChange({ ...filter, kinds: next });
  };
  const people = [
    { id: everyone, label: page.everyone },
    ...users.map(({ uuid, name }) => ({ id: uuid, label: name })),
    { id: 'visitor', label: actors.visitor },
    { id: 'system', label: actors.system },
  ];
  const chosen = people.find(({ id }) => id === filter.actor);
  const shown = timelineKinds.filter((kind) => kinds.includes(kind));
  return (
    <div className="row wrap" role="group" aria-label={page.filter}>
      <PickerButton
        label={page.filterKinds}
        className="btn small"
        choices={timelineKinds.map((kind) => ({ id: kind, label: page.kinds[kind] }))}
        chosen={kinds}
        isMultiple
        onChoose={toggle}
      >
        <Icon name="filter" />
        {shown.length > 0 ? shown.map((kind) => page.kinds[kind]).join(', ') : page.everything}
        <Icon name="down" />
      </PickerButton>
      <PickerButton
        label={page.filterUsers}
        className="btn small"
        choices={people}
        chosen={[filter.actor ?? everyone]}
        onChoose={(id) => onChange({ kinds, ...(id !== everyone && { actor: id }) })}
      >
        <Icon name="person" />
        {chosen?.label ?? page.everyone}
        <Icon name="down" />
      </PickerButton>
    </div>
  );
}
