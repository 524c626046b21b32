import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { Checks } from '../kit/checks.tsx';
import { SelectField, TextField } from '../kit/field.tsx';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { createCondition, type Condition, type Trigger } from './rules.ts';

const operators = ['is', 'is_not', 'contains', 'is_empty', 'is_not_empty'] as const;

interface ConditionEditorProps {
  readonly index: number;
  readonly condition: Condition;
  readonly trigger: Trigger;
  readonly onChange: (condition: Condition) => void;
}

/** What it looks at, how, and with what it compares. */
export function ConditionEditor({ index, condition, trigger, onChange }: ConditionEditorProps) {
  const path = `conditions.${index}`;
  const isList = condition.about === 'page' || condition.about === 'host';
  const usable = isList ? operators.slice(0, 2) : operators;
  return (
    <fieldset className="col gap3 grow" aria-label={interpolate(words.workflows.condition, { n: index + 1 })}>
      <div className="two">
        <SelectField
          label={words.workflows.about}
          name={`${path}.about`}
          value={condition.about}
          choices={aboutsOf(trigger).map((value) => ({ value, label: words.workflows.abouts[value] }))}
          onChange={(about) => onChange(createCondition(about as Condition['about']))}
        />
        <SelectField
          label={words.workflows.operator}
          name={`${path}.operator`}
          value={condition.operator}
          choices={usable.map((value) => ({ value, label: words.workflows.operators[value] }))}
          onChange={(operator) => onChange({ ...condition, operator } as Condition)}
        />
      </div>
      <Compared path={path} condition={condition} onChange={onChange} />
    </fieldset>
  );
}

function aboutsOf({ on }: Trigger): readonly Condition['about'][] {
  if (on === 'record_changed') return ['record', 'host'];
  return on === 'form_submitted' ? ['answer', 'record', 'host'] : ['page', 'host', 'answer', 'record'];
}

interface ComparedProps {
  readonly path: string;
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
}

function Compared({ path, condition, onChange }: ComparedProps) {
  if (condition.about === 'page') return <Pages path={path} condition={condition} onChange={onChange} />;
  if (condition.about === 'host') return <Hosts path={path} condition={condition} onChange={onChange} />;
  const needsValue = !condition.operator.endsWith('empty');
  return (
    <div className="two">
      {condition.about === 'answer' ? (
        <TextField
          label={words.workflows.question}
          name={`${path}.question`}
          value={condition.question}
          onChange={(question) => onChange({ ...condition, question })}
        />
      ) : (
        <TextField
          label={words.workflows.attribute}
          name={`${path}.attribute`}
          value={condition.attribute}
          help={words.workflows.attributeHint}
          onChange={(attribute) => onChange({ ...condition, attribute })}
        />
      )}
      {needsValue && (
        <TextField
          label={words.workflows.value}
          name={`${path}.value`}
          value={condition.value ?? ''}
          onChange={(value) => onChange({ ...condition, value })}
        />
      )}
    </div>
  );
}

interface PagesProps extends ComparedProps {
  readonly condition: Extract<Condition, { about: 'page' }>;
}

function Pages({ path, condition, onChange }: PagesProps) {
  const { data } = useQuery(buildQuery('listEventTypes', { query: { scope: 'all', count: 100 } }));
  return (
    <Checks
      legend={words.workflows.abouts.page}
      name={`${path}.pages`}
      choices={(data?.items ?? []).map(({ uuid, title }) => ({ value: uuid, label: title }))}
      value={condition.pages}
      onChange={(pages) => onChange({ ...condition, pages })}
    />
  );
}

interface HostsProps extends ComparedProps {
  readonly condition: Extract<Condition, { about: 'host' }>;
}

function Hosts({ path, condition, onChange }: HostsProps) {
  const { data } = useQuery(buildQuery('listUsers', { query: { per_page: 100 } }));
  return (
    <Checks
      legend={words.workflows.abouts.host}
      name={`${path}.users`}
      choices={(data?.items ?? []).map(({ uuid, firstName, lastName }) => ({
        value: uuid,
        label: `${firstName} ${lastName}`,
      }))}
      value={condition.users}
      onChange={(users) => onChange({ ...condition, users })}
    />
  );
}
