import { interpolate } from '@daybook/booking/locale';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/choice.tsx';
import { Form, SelectField, TextField, useFieldErrors } from '../kit/field.tsx';
import { useEdit } from '../platform/edit.ts';
import { api, buildQuery, getFieldErrors, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { Save, Section } from './parts.tsx';
import type { Provider } from './provider-state.tsx';

const text = words.settings.singleSignOn;

interface Props {
  readonly provider: Provider;
}

export function useProviderEdit(provider: Provider, onTheirs?: (theirs: Provider) => void) {
  return useEdit('updateIdentityProvider', {
    shown: provider,
    read: () => api.readIdentityProvider({ params: { uuid: provider.uuid } }),
    done: words.shell.saved,
    others: ['Domains'],
    ...(onTheirs && { onTheirs }),
  });
}

/** Which of the sign-in domains lead to this provider. */
export function ProviderDomains({ provider: { uuid, domains: chosen } }: Props) {
  const { data } = useSuspenseQuery(buildQuery('listDomains', { query: { count: 50 } }));
  const update = useChange('updateIdentityProvider', words.shell.saved, ['Domains']);
  const domains = data.items.filter(({ purpose }) => purpose === 'sign_in');
  const shown = (update.isPending && update.variables.body.domains) || chosen;
  const choose = (name: string, isOn: boolean): void =>
    update.mutate({
      params: { uuid },
      body: { domains: isOn ? [...chosen, name] : chosen.filter((each) => each !== name) },
    });
  return (
    <Section title={text.domains} hint={text.providerDomainsHint}>
      {domains.length === 0 && <p className="note info">{text.noDomainsHint}</p>}
      {domains.map(({ name, state }) => (
        <Checkbox
          key={name}
          label={name}
          help={words.settings.domains.states[state]}
          isOn={shown.includes(name)}
          isDisabled={update.isPending}
          onChange={(isOn) => choose(name, isOn)}
        />
      ))}
    </Section>
  );
}

const attributeNames = ['email', 'firstName', 'lastName', 'groups'] as const;
const roles = ['user', 'admin'] as const;

/** Who a sign-in creates, with which role, and by which attributes. */
export function ProviderPeople({ provider }: Props) {
  const [rules, setRules] = useState<Provider['roleMapping']>(provider.roleMapping);
  const { mutate, error, isPending, edit } = useProviderEdit(provider, (theirs) =>
    setRules(theirs.roleMapping),
  );
  const send = (values: FormData): void => {
    const read = (name: string): string => String(values.get(name) ?? '').trim();
    const attributes = attributeNames.flatMap((name) => {
      const value = read(`attributes.${name}`);
      return value ? [[name, value] as const] : [];
    });
    mutate({
      params: { uuid: provider.uuid },
      body: {
        createsUsers: values.get('createsUsers') !== null,
        defaultRole: read('defaultRole') as Provider['defaultRole'],
        attributes: Object.fromEntries(attributes),
        roleMapping: rules.filter(({ group }) => group.trim() !== ''),
      },
    });
  };
  return (
    <Section title={text.people} hint={text.peopleHint}>
      <Form errors={getFieldErrors(error)} edit={edit} onSubmit={send}>
        <Checkbox
          label={text.createsUsers}
          name="createsUsers"
          help={text.createsUsersHint}
          isOn={provider.createsUsers}
        />
        <SelectField
          label={text.defaultRole}
          name="defaultRole"
          value={provider.defaultRole}
          choices={roles.map((value) => ({ value, label: words.shell.roles[value] }))}
        />
        <p className="help">{text.attributesHint}</p>
        {attributeNames.map((name) => (
          <TextField
            key={name}
            label={text.attributes[name]}
            name={`attributes.${name}`}
            maxLength={200}
            value={provider.attributes[name] ?? ''}
          />
        ))}
        <RoleRules rules={rules} onChange={setRules} />
        <Save isPending={isPending} />
      </Form>
    </Section>
  );
}

interface RoleRulesProps {
  readonly rules: Provider['roleMapping'];
  readonly onChange: (rules: Provider['roleMapping']) => void;
}

function RoleRules({ rules, onChange }: RoleRulesProps) {
  const errors = useFieldErrors('roleMapping');
  const change = (index: number, changes: Partial<Provider['roleMapping'][number]>): void =>
    onChange(rules.map((rule, each) => (each === index ? { ...rule, ...changes } : rule)));
  return (
    <fieldset className="field">
      <legend className="lbl">{text.groupRoles}</legend>
      <p className="help">{text.groupRolesHint}</p>
      {rules.map(({ group, role }, index) => (
        <div className="row" key={index}>
          <input
            className="input grow"
            aria-label={interpolate(text.group, { n: String(index + 1) })}
            value={group}
            maxLength={300}
            onChange={({ target }) => change(index, { group: target.value })}
          />
          <select
            className="input fit"
            aria-label={interpolate(text.roleOf, { n: String(index + 1) })}
            value={role}
            onChange={({ target }) => change(index, { role: target.value as typeof role })}
          >
            {roles.map((value) => (
              <option key={value} value={value}>
                {words.shell.roles[value]}
              </option>
            ))}
          </select>
          <Button
            label={interpolate(text.removeGroup, { n: String(index + 1) })}
            icon="close"
            kind="quiet"
            isSquare
            onClick={() => onChange(rules.filter((_, each) => each !== index))}
          />
        </div>
      ))}
      <div className="row">
        <Button
          label={text.addGroup}
          icon="plus"
          isSmall
          onClick={() => onChange([...rules, { group: '', role: 'user' }])}
        />
      </div>
      {errors.length > 0 && <p className="wrong">{errors.join(' ')}</p>}
    </fieldset>
  );
}
