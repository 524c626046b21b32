import { interpolate } from '@daybook/booking/locale';
import { words } from '../platform/words/words.ts';
import type { AuditEntry } from './rules.ts';

type Texts = Readonly<Record<string, string>>;

/** `Token: created`; an action that is not known yet stays as it is. */
export function formatAction(action: string): string {
  const deed = (words.audit.deeds as Texts)[action];
  if (deed) return deed;
  const [object = '', change = ''] = action.split('.');
  const [name, verb] = [(words.audit.objects as Texts)[object], (words.audit.actions as Texts)[change]];
  return name && verb ? interpolate(words.audit.pair, { object: name, action: verb }) : action;
}

/** With the app that acted for the user, such as a platform. */
export function formatActor({ actor: { name, email, app, kind } }: AuditEntry): string {
  const user = name ?? email;
  if (app) return user ? `${user} (${app})` : app;
  return user ?? words.audit.kinds[kind];
}
