import { useQuery } from '@tanstack/react-query';
import { SelectField, TextField } from '../kit/field.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import type { StepOf } from './rules.ts';

interface TaskFieldsProps {
  readonly path: string;
  readonly step: StepOf<'task'>;
  readonly onChange: (step: StepOf<'task'>) => void;
}

export function TaskFields({ path, step, onChange }: TaskFieldsProps) {
  const { data } = useQuery(buildQuery('listUsers', { query: { per_page: 100, isActive: 'true' } }));
  const users = (data?.items ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }));
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
      <TextField
        label={words.workflows.dueDays}
        name={`${path}.dueDays`}
        inputMode="numeric"
        value={step.dueDays === null ? '' : String(step.dueDays)}
        help={words.workflows.dueDaysHint}
        onChange={(days) => onChange({ ...step, dueDays: /^\d+$/.test(days) ? Number(days) : null })}
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
        <SelectField
          label={words.workflows.taskOwners.user}
          name={`${path}.user`}
          value={step.user ?? ''}
          choices={[{ value: '', label: words.forms.choose }, ...users]}
          onChange={(user) => onChange({ ...step, user: user || null })}
        />
      )}
    </>
  );
}
