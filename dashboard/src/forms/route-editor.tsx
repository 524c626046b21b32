import { interpolate } from '@daybook/booking/locale';
import { Checks } from '../kit/checks.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { words } from '../platform/words/words.ts';
import { ActionFields } from './action-fields.tsx';
import {
  hasChoices,
  splitLines,
  createCondition,
  listOperators,
  replaceAt,
  hasOperand,
  removeAt,
  type DraftCondition,
  type DraftField,
  type DraftRoute,
  type Operator,
} from './rules.ts';

interface RouteEditorProps {
  readonly index: number;
  readonly route: DraftRoute;
  readonly fields: readonly DraftField[];
  readonly onChange: (route: DraftRoute) => void;
}

/** Conditions, and where the visitor goes when they hold. */
export function RouteEditor({ index, route, fields, onChange }: RouteEditorProps) {
  const { conditions } = route;
  const set = (changed: DraftRoute['conditions']): void => onChange({ ...route, conditions: changed });
  return (
    <fieldset className="col gap3 grow">
      <legend className="hidden">{interpolate(words.forms.rule, { n: index + 1 })}</legend>
      <SelectField
        label={words.forms.match}
        name={`routes.${index}.match`}
        value={route.match}
        choices={(['all', 'any'] as const).map((value) => ({ value, label: words.forms.matches[value] }))}
        onChange={(match) => onChange({ ...route, match: match as DraftRoute['match'] })}
      />
      {conditions.map((condition, at) => (
        <div key={at} className="condition">
          <ConditionFields
            path={`routes.${index}.conditions.${at}`}
            condition={condition}
            fields={fields}
            onChange={(changed) => set(replaceAt(conditions, at, changed))}
          />
          {conditions.length > 1 && (
            <button
              type="button"
              className="btn quiet small square"
              aria-label={words.forms.removeCondition}
              onClick={() => set(removeAt(conditions, at))}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      ))}
      <button
        type="button"
        className="btn small self-start"
        onClick={() => set([...conditions, createCondition(fields)])}
      >
        {words.forms.addCondition}
      </button>
      <ActionFields
        label={words.forms.leadTo}
        path={`routes.${index}.action`}
        action={route.action}
        onChange={(action) => onChange({ ...route, action })}
      />
    </fieldset>
  );
}

interface ConditionFieldsProps {
  readonly path: string;
  readonly condition: DraftCondition;
  readonly fields: readonly DraftField[];
  readonly onChange: (condition: DraftCondition) => void;
}

function ConditionFields({ path, condition, fields, onChange }: ConditionFieldsProps) {
  const field = fields.find(({ inputId }) => inputId === condition.inputId);
  const offered = listOperators(field?.type ?? 'TEXT_INPUT');
  const operators = offered.includes(condition.operator) ? offered : [condition.operator, ...offered];
  const asks = fields.map(({ inputId, question }, index) => ({
    value: inputId,
    label: question || interpolate(words.forms.question, { n: index + 1 }),
  }));
  const choose = (inputId: string): void => {
    const next = fields.find((each) => each.inputId === inputId);
    const known = listOperators(next?.type ?? 'TEXT_INPUT');
    const operator = known.includes(condition.operator) ? condition.operator : (known[0] ?? 'equals');
    onChange({ inputId, operator, value: '' });
  };
  return (
    <>
      <SelectField
        label={words.forms.answerTo}
        name={`${path}.inputId`}
        value={condition.inputId}
        choices={field ? asks : [{ value: condition.inputId, label: words.forms.gone }, ...asks]}
        onChange={choose}
      />
      <SelectField
        label={words.forms.operator}
        name={`${path}.operator`}
        value={condition.operator}
        choices={operators.map((value) => ({ value, label: words.forms.operators[value] }))}
        onChange={(operator) => onChange({ ...condition, operator: operator as Operator })}
      />
      {hasOperand(condition.operator) && (
        <ValueField path={path} condition={condition} field={field} onChange={onChange} />
      )}
    </>
  );
}

interface ValueFieldProps extends Omit<ConditionFieldsProps, 'fields'> {
  readonly field: DraftField | undefined;
}

function ValueField({ path, condition, field, onChange }: ValueFieldProps) {
  const name = `${path}.value`;
  const set = (value: string): void => onChange({ ...condition, value });
  const options = field && hasChoices(field.type) ? splitLines(field.options) : undefined;
  const isList = condition.operator === 'in' || field?.type === 'CHECKBOX_INPUT';
  if (options && isList) {
    return (
      <Checks
        legend={words.forms.value}
        name={name}
        choices={options.map((value) => ({ value, label: value }))}
        value={splitLines(condition.value)}
        onChange={(values) => set(values.join('\n'))}
      />
    );
  }
  if (options) {
    return (
      <SelectField
        label={words.forms.value}
        name={name}
        value={condition.value}
        choices={[
          { value: '', label: words.forms.choose },
          ...options.map((value) => ({ value, label: value })),
        ]}
        onChange={set}
      />
    );
  }
  return condition.operator === 'in' ? (
    <TextField label={words.forms.values} name={name} value={condition.value} rows={2} onChange={set} />
  ) : (
    <TextField label={words.forms.value} name={name} value={condition.value} maxLength={500} onChange={set} />
  );
}
