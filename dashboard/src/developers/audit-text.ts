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

export function formatActor({ actor: { name, email, kind } }: AuditEntry): string {
  return name ?? email ?? words.audit.kinds[kind];
}
