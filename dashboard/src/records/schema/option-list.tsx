import { interpolate } from '@daybook/booking/locale';
import { Icon } from '../../kit/icon.tsx';
import { moveTo } from '../../kit/sortable.rules.ts';
import { SortHandle, useSortable } from '../../kit/sortable.tsx';
import { words } from '../../platform/words/words.ts';
import type { Color, DraftOption } from './rules.ts';

interface OptionListProps {
  readonly options: readonly DraftOption[];
  readonly onChange: (options: DraftOption[]) => void;
}

const optionColors = Object.keys(words.records.colors) as readonly Color[];

/** The options of a field in their order. One that records have can be archived, so that they keep it. */
export function OptionList({ options, onChange }: OptionListProps) {
  const change = (at: number, changes: Partial<DraftOption>): void =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...changes } : option)));
  const color = optionColors[options.length % optionColors.length] ?? 'gray';
  const sort = useSortable({
    items: options.map(({ id, value }, index) => ({
      id: String(id ?? `new ${index}`),
      name: value || String(index + 1),
    })),
    onMove: (from, to) => onChange(moveTo(options, from, to)),
  });
  return (
    <fieldset className="options col gap1" ref={sort.setList}>
      <legend className="lbl">{words.records.options}</legend>
      {options.map((option, index) => {
        const label = option.value || String(index + 1);
        return (
          <div
            key={option.id ?? `new ${index}`}
            className={`row${option.isArchived ? ' is-off' : ''}`}
            {...sort.getItem(index, true)}
          >
            <SortHandle sort={sort} index={index} />
            <span className="tag" data-color={option.color} aria-hidden="true">
              <i />
            </span>
            <input
              className="input"
              name={`options.${index}.value`}
              aria-label={interpolate(words.records.optionName, { label })}
              value={option.value}
              onChange={(event) => change(index, { value: event.target.value })}
            />
            <select
              className="input color"
              aria-label={interpolate(words.records.optionColor, { label })}
              value={option.color}
              onChange={(event) => change(index, { color: event.target.value as Color })}
            >
              {optionColors.map((each) => (
                <option key={each} value={each}>
                  {words.records.colors[each]}
                </option>
              ))}
            </select>
            {option.id !== undefined && (
              <button
                type="button"
                className="btn quiet small square"
                aria-pressed={option.isArchived}
                aria-label={interpolate(words.records.optionArchive, { label })}
                title={words.records.optionArchiveHint}
                onClick={() => change(index, { isArchived: !option.isArchived })}
              >
                <Icon name="eye" />
              </button>
            )}
            <button
              type="button"
              className="btn quiet small square"
              aria-label={interpolate(words.records.optionRemove, { label })}
              title={option.id === undefined ? undefined : words.records.optionRemoveHint}
              onClick={() => onChange(options.filter((_, other) => other !== index))}
            >
              <Icon name="close" />
            </button>
          </div>
        );
      })}
      {sort.status}
      <button
        type="button"
        className="btn small"
        onClick={() => onChange([...options, { value: '', color, isArchived: false }])}
      >
        <Icon name="plus" />
        {words.records.addOption}
      </button>
    </fieldset>
  );
}
