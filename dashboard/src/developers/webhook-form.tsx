import { interpolate } from '@daybook/booking/locale';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Checks } from '../kit/checks.tsx';
import { Form, SelectField, TextField, type Choice } from '../kit/field.tsx';
import type { Edit } from '../platform/edit.ts';
import { buildQuery } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { translateNames } from '../records/standard-names.ts';
import { useCanManage } from '../shell/session.ts';
import { HeaderFields, readHeaderFields } from './header-fields.tsx';
import type { Webhook, WebhookEvent } from './rules.ts';

export interface WebhookValues {
  readonly name: string | null;
  readonly description: string | null;
  readonly callbackUrl: string;
  readonly scope: Webhook['scope'];
  readonly events: WebhookEvent[];
  readonly filter: Webhook['filter'];
  /** Left out: they stay. */
  readonly headers?: Record<string, string> | null;
}

type Filter = NonNullable<Webhook['filter']>;
type FilterKind = keyof Filter;

interface WebhookFormProps {
  readonly webhook?: Webhook;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly edit?: Edit;
  readonly isBusy: boolean;
  readonly label: string;
  readonly onSend: (values: WebhookValues) => void;
}

const eventChoices = (Object.keys(words.webhooks.meanings) as WebhookEvent[]).map((event) => ({
  value: event,
  label: event,
  hint: words.webhooks.meanings[event],
}));

/** What a webhook sends, and where. */
export function WebhookForm({ webhook, errors, edit, isBusy, label, onSend }: WebhookFormProps) {
  const mayManage = useCanManage();
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? []);
  const [filter, setFilter] = useState<Filter>(webhook?.filter ?? {});
  const send = (values: FormData): void => {
    const text = (name: string): string => String(values.get(name) ?? '').trim();
    onSend({
      name: text('name') || null,
      description: text('description') || null,
      callbackUrl: text('callbackUrl'),
      scope: text('scope') as Webhook['scope'],
      events: events as WebhookEvent[],
      filter: chosenOnly(filter),
      ...readHeaderFields(values),
    });
  };
  return (
    <Form errors={errors} {...(edit && { edit })} onSubmit={send}>
      <TextField
        label={words.webhooks.address}
        name="callbackUrl"
        type="url"
        value={webhook?.callbackUrl ?? ''}
        maxLength={2000}
        placeholder="https://"
        help={words.webhooks.addressHint}
      />
      <TextField label={words.webhooks.name} name="name" value={webhook?.name ?? ''} maxLength={200} />
      <TextField
        label={words.webhooks.description}
        name="description"
        value={webhook?.description ?? ''}
        maxLength={1000}
      />
      <SelectField
        label={words.webhooks.scope}
        name="scope"
        value={webhook?.scope ?? (mayManage ? 'organization' : 'user')}
        {...(!mayManage && { help: words.webhooks.scopeForAdmins })}
        choices={(mayManage ? (['organization', 'user'] as const) : (['user'] as const)).map((scope) => ({
          value: scope,
          label: words.webhooks.scopes[scope],
        }))}
      />
      <Checks
        legend={words.webhooks.events}
        name="events"
        choices={eventChoices}
        value={events}
        onChange={setEvents}
      />
      <FilterFields filter={filter} onChange={setFilter} />
      <HeaderFields names={webhook?.headerNames ?? []} />
      <div className="row end">
        <button type="submit" className="btn main" disabled={isBusy}>
          {label}
        </button>
      </div>
    </Form>
  );
}

/** Null where nothing is chosen, which sends everything. */
function chosenOnly(filter: Filter): Filter | null {
  const entries = Object.entries(filter).filter(([, chosen]) => (chosen ?? []).length > 0);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

interface FilterFieldsProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

function FilterFields({ filter, onChange }: FilterFieldsProps) {
  const choices = useFilterChoices();
  return (
    <div className="col gap1">
      <span className="lbl">{words.webhooks.filter}</span>
      <p className="help">{words.webhooks.filterHint}</p>
      {(Object.keys(words.webhooks.filters) as FilterKind[]).map((kind) => {
        const chosen = filter[kind] ?? [];
        const name = words.webhooks.filters[kind];
        return (
          <details key={kind} className="more-fields">
            <summary>
              {chosen.length === 0
                ? name
                : interpolate(words.webhooks.filterSet, { kind: name, n: chosen.length })}
            </summary>
            <Checks
              legend={name}
              isLegendHidden
              name={`filter.${kind}`}
              choices={choices[kind]}
              value={chosen}
              onChange={(value) => onChange({ ...filter, [kind]: value })}
            />
          </details>
        );
      })}
    </div>
  );
}

function useFilterChoices(): Record<FilterKind, readonly Choice[]> {
  const mayManage = useCanManage();
  const pages = useQuery(buildQuery('listEventTypes', { query: { count: 100 } })).data?.items ?? [];
  const teams = useQuery(buildQuery('listTeams', { query: { count: 100 } })).data?.items ?? [];
  const users = useQuery({ ...buildQuery('listUsers', { query: { per_page: 100 } }), enabled: mayManage });
  const objects = useQuery(buildQuery('listObjects', { query: { count: 100 } })).data?.items ?? [];
  return {
    eventTypes: pages.map(({ uuid, title }) => ({ value: uuid, label: title })),
    teams: teams.map(({ uuid, title }) => ({ value: uuid, label: title })),
    users: (users.data?.items ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
    objects: objects.map((object) => ({ value: object.slug, label: translateNames(object).pluralName })),
  };
}
