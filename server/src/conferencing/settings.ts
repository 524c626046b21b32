import type { conferencing, conferencingChanges } from '@daybook/contract/conferencing';
import { getLocationKind, findLocationType } from '@daybook/contract/locations.data';
import type { z } from 'zod';
import type { Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import { invalidField, type FieldErrors } from '../platform/problems.ts';
import type { Secrets } from '../platform/secrets.ts';
import { readSettings } from '../platform/settings.ts';
import { ConferenceError, type AccountForm, type EnteredAccount } from './provider/public.ts';
import { providers, type Kind } from './providers.ts';
import * as store from './store.ts';
import { templateSettings } from './template/public.ts';

type View = z.output<typeof conferencing>;
type Changes = z.output<typeof conferencingChanges>;

/** As the workspace's row has it; what was never set is missing. */
export type ConferencingSettings = Pick<View, 'kind'> & Partial<Omit<View, 'kind' | 'defaultUrlTemplate'>>;

export interface StoredSettings {
  readonly conferencing: unknown;
  readonly conferencing_sealed: Buffer | null;
}

/** The kinds that need an account of the workspace, and what it enters for each. */
type AccountKind = keyof View & keyof Changes & Kind;
const forms = Object.entries(providers).flatMap(([kind, { form }]) =>
  form ? [[kind as AccountKind, form] as const] : [],
);

type Stored = Readonly<Record<string, unknown>>;
type Keys = Readonly<Partial<Record<AccountKind, string>>>;

export function getSettings({
  conferencing: stored,
}: Pick<StoredSettings, 'conferencing'>): ConferencingSettings {
  return stored as ConferencingSettings;
}

export function serializeConferencing(ctx: Pick<Ctx, 'settings'>, row: StoredSettings): View {
  const { kind, urlTemplate = null, ...accounts } = getSettings(row);
  const entered = forms.map(([name]) => [name, accounts[name] ?? null]);
  return {
    kind,
    urlTemplate,
    defaultUrlTemplate: readSettings(ctx, templateSettings).url,
    ...(Object.fromEntries(entered) as Pick<View, AccountKind>),
  };
}

/** What makes the conference of a location, by its display name; undefined where nothing does. */
export function findKind(locationLabel: string, settings: ConferencingSettings): Kind | undefined {
  const type = findLocationType(locationLabel);
  const named = type && getLocationKind(type).conference;
  const kind = named === 'workspace' ? settings.kind : named;
  return kind && !lacksAccount(kind, settings) ? kind : undefined;
}

function lacksAccount(kind: Kind, accounts: Partial<Record<AccountKind, unknown>>): boolean {
  return providers[kind].form !== undefined && !accounts[kind as AccountKind];
}

/** What the workspace entered for a kind, with its secret; undefined where it is not complete. */
export function findAccount(secrets: Secrets, row: StoredSettings, kind: Kind): EnteredAccount | undefined {
  const { form } = providers[kind];
  const stored = getSettings(row)[kind as AccountKind];
  const secret = keysOf(secrets, row)[kind as AccountKind];
  return form && stored && secret !== undefined ? { ...stored, [form.secretField]: secret } : undefined;
}

function keysOf(secrets: Secrets, { conferencing_sealed: sealed }: StoredSettings): Keys {
  return sealed ? (JSON.parse(secrets.unseal(sealed)) as Keys) : {};
}

/** What is wrong with changes, given what is stored. */
export function validateConferencing(secrets: Secrets, row: StoredSettings, changes: Changes): FieldErrors {
  const keys = keysOf(secrets, row);
  const old = getSettings(row);
  const { kind = old.kind, ...accounts } = { ...old, ...changes };
  const missing = forms.flatMap(([name, { secretField }]) => {
    const given = changes[name] as Stored | null | undefined;
    const isMissing = given && !(given[secretField] ?? keys[name]);
    return isMissing ? [[`conferencing.${name}.${secretField}`, ['This field is required.']]] : [];
  });
  return {
    ...(Object.fromEntries(missing) as FieldErrors),
    ...(lacksAccount(kind, accounts) && {
      'conferencing.kind': [`Set up ${providers[kind].form?.title} first, or choose another kind.`],
    }),
  };
}

/**
 * Tries credentials before the transaction. Only a refusal counts: while the provider can't be reached, they are accepted
 * untested.
 */
export async function tryConferencing(
  runtime: Runtime,
  actor: Actor,
  changes: Changes | undefined,
): Promise<void> {
  const tried = forms.filter(([name, form]) => changes?.[name] && form.tryAccount);
  if (!changes || tried.length === 0) return;
  const row = await readInWorkspace(runtime, actor, store.readSettings);
  if (Object.keys(validateConferencing(runtime.secrets, row, changes)).length > 0) return;
  const merged = mergeConferencing(runtime.secrets, row, changes);
  for (const [name, form] of tried) {
    const account = findAccount(runtime.secrets, merged, name);
    try {
      if (account) await form.tryAccount?.(runtime, account);
    } catch (error) {
      if (!(error instanceof ConferenceError)) throw error;
      if (error.isRefused) throw invalidField(`conferencing.${name}.${form.secretField}`, error.message);
    }
  }
}

/** The columns of the workspace with changes made to them. */
export function mergeConferencing(
  secrets: Secrets,
  row: StoredSettings,
  changes: Changes,
): { conferencing: ConferencingSettings; conferencing_sealed: Buffer } {
  const old = getSettings(row);
  const oldKeys = keysOf(secrets, row);
  const accounts = forms.map(([name, form]) => [name, mergeAccount(form, old[name], changes[name])]);
  const keys = forms.flatMap(([name, { secretField }]) => {
    const given = changes[name] as Stored | null | undefined;
    const key = given === null ? undefined : (given?.[secretField] ?? oldKeys[name]);
    return key === undefined ? [] : [[name, key]];
  });
  return {
    conferencing: {
      kind: changes.kind ?? old.kind,
      urlTemplate: changes.urlTemplate === undefined ? (old.urlTemplate ?? null) : changes.urlTemplate,
      ...(Object.fromEntries(accounts) as Pick<View, AccountKind>),
    },
    conferencing_sealed: secrets.seal(JSON.stringify(Object.fromEntries(keys))),
  };
}

function mergeAccount(
  { fields }: AccountForm,
  old: Stored | null | undefined,
  given: Stored | null | undefined,
): Stored | null {
  if (given === undefined) return old ?? null;
  return given && Object.fromEntries(fields.map((field) => [field, given[field] ?? null]));
}
