import { DurationField } from '../kit/duration-field.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { UserField } from '../kit/user-field.tsx';
import { words } from '../platform/words/words.ts';
import type { StepOf } from './rules.ts';

interface TaskFieldsProps {
  readonly path: string;
  readonly step: StepOf<'task'>;
  readonly onChange: (step: StepOf<'task'>) => void;
}

export function TaskFields({ path, step, onChange }: TaskFieldsProps) {
  return (
    <>
      <TextField
        label={words.workflows.taskTitle}
        name={`${path}.title`}
        value={step.title}
        maxLength={200}
        onChange={(title) => onChange({ ...step, title })}
      />
      <TextField
        label={words.tasks.note}
        name={`${path}.note`}
        rows={3}
        value={step.note ?? ''}
        onChange={(note) => onChange({ ...step, note: note || null })}
      />
      <DurationField
        label={words.workflows.dueDays}
        name={`${path}.dueDays`}
        base="days"
        units={['days', 'weeks']}
        value={step.dueDays}
        help={words.workflows.dueDaysHint}
        onChange={(days) => onChange({ ...step, dueDays: days as number | null })}
      />
      <SelectField
        label={words.workflows.taskOwner}
        name={`${path}.owner`}
        value={step.owner}
        choices={(['host', 'user'] as const).map((value) => ({
          value,
          label: words.workflows.taskOwners[value],
        }))}
        onChange={(owner) => onChange({ ...step, owner: owner === 'user' ? 'user' : 'host' })}
      />
      {step.owner === 'user' && (
        <UserField
          label={words.workflows.taskOwners.user}
          name={`${path}.user`}
          by="uuid"
          placeholder={words.forms.choose}
          value={step.user ?? ''}
          onChange={(user) => onChange({ ...step, user: user || null })}
        />
      )}
    </>
  );
}
