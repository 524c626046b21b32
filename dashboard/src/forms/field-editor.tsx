import { interpolate } from '@daybook/booking/locale';
import { SelectField, Switch, TextField } from '../kit/field.tsx';
import { words } from '../platform/words/words.ts';
import { hasChoices, type DraftField, type FieldType } from './rules.ts';

interface FieldEditorProps {
  readonly index: number;
  readonly field: DraftField;
  readonly onChange: (field: DraftField) => void;
}

const typeChoices = Object.entries(words.forms.types).map(([value, label]) => ({ value, label }));

export function FieldEditor({ index, field, onChange }: FieldEditorProps) {
  const path = `fields.${index}`;
  return (
    <div className="col gap3 grow">
      <div className="question">
        <TextField
          label={interpolate(words.forms.question, { n: index + 1 })}
          name={`${path}.question`}
          value={field.question}
          maxLength={500}
          onChange={(question) => onChange({ ...field, question })}
        />
        <SelectField
          label={words.forms.type}
          name={`${path}.type`}
          value={field.type}
          choices={typeChoices}
          onChange={(type) => onChange({ ...field, type: type as FieldType })}
        />
      </div>
      {hasChoices(field.type) && (
        <TextField
          label={words.forms.options}
          name={`${path}.options`}
          value={field.options}
          rows={3}
          onChange={(options) => onChange({ ...field, options })}
        />
      )}
      <Switch
        label={words.forms.isRequired}
        isOn={field.isRequired}
        onChange={(isRequired) => onChange({ ...field, isRequired })}
      />
    </div>
  );
}
