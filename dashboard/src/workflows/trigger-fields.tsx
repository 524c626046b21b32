import { useSuspenseQuery } from '@tanstack/react-query';
import { Checkbox } from '../kit/choice.tsx';
import { DurationField } from '../kit/duration-field.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { createTrigger, type Trigger } from './rules.ts';

const names = Object.keys(words.workflows.triggers) as Trigger['on'][];

interface TriggerFieldsProps {
  readonly trigger: Trigger;
  /** Reminders come as each page says, unless they have a time of their own. */
  readonly mayFollowPages: boolean;
  readonly onChange: (trigger: Trigger) => void;
}

export function TriggerFields({ trigger, mayFollowPages, onChange }: TriggerFieldsProps) {
  const isTimed = trigger.on === 'before' || trigger.on === 'after';
  return (
    <>
      <SelectField
        label={words.workflows.trigger}
        name="trigger.on"
        value={trigger.on}
        choices={names.map((value) => ({ value, label: words.workflows.triggers[value] }))}
        onChange={(on) => onChange(createTrigger(on as Trigger['on']))}
      />
      {trigger.on === 'before' && mayFollowPages && (
        <Checkbox
          label={words.workflows.asPages}
          isOn={trigger.minutes === null}
          onChange={(isOn) => onChange({ on: 'before', minutes: isOn ? null : 1440 })}
        />
      )}
      {isTimed && trigger.minutes !== null && (
        <DurationField
          key={trigger.on}
          label={words.workflows.time}
          name="trigger.minutes"
          value={trigger.minutes}
          help={words.workflows.timeHint}
          // What is no number is refused by the server, with the reason.
          onChange={(minutes) => onChange({ ...trigger, minutes: (minutes ?? '') as number })}
        />
      )}
      {trigger.on === 'record_changed' && <RecordFields trigger={trigger} onChange={onChange} />}
    </>
  );
}

interface RecordFieldsProps {
  readonly trigger: Extract<Trigger, { on: 'record_changed' }>;
  readonly onChange: (trigger: Trigger) => void;
}

function RecordFields({ trigger, onChange }: RecordFieldsProps) {
  const { items: objects } = useSuspenseQuery(buildQuery('listObjects', { query: { count: 100 } })).data;
  return (
    <div className="two">
      <SelectField
        label={words.workflows.object}
        name="trigger.object"
        value={trigger.object}
        choices={objects.map(({ slug, pluralName }) => ({ value: slug, label: pluralName }))}
        onChange={(object) => onChange({ ...trigger, object, attributes: [] })}
      />
      <TextField
        label={words.workflows.attributes}
        name="trigger.attributes"
        value={trigger.attributes.join(', ')}
        help={words.workflows.attributesHint}
        onChange={(text) =>
          onChange({
            ...trigger,
            attributes: text
              .split(',')
              .map((key) => key.trim())
              .filter(Boolean),
          })
        }
      />
    </div>
  );
}
