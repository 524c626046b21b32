import { neutralize } from '../mail/public.ts';
import type { Ctx } from '../platform/context.ts';
import { buildEventTexts, type HostFacts } from '../scheduled-events/public.ts';
import { toRecordTexts, type Facts } from './facts.ts';

/** Whose language, time zone and links a text has. */
export type Reader =
  | { readonly role: 'person' }
  | { readonly role: 'host'; readonly host: HostFacts }
  | { readonly role: 'other' };

/** The values of variables by name, as they are: for programs, and for tasks. */
export function resolveVariables(ctx: Ctx, facts: Facts): Readonly<Record<string, string>> {
  return valuesFor(ctx, facts, { role: 'other' }, (text) => text);
}

/** The same for mail, in which what visitors typed is no link. */
export function resolveMailVariables(
  ctx: Ctx,
  facts: Facts,
  reader: Reader,
): Readonly<Record<string, string>> {
  return valuesFor(ctx, facts, reader, neutralize);
}

function valuesFor(
  ctx: Ctx,
  facts: Facts,
  reader: Reader,
  typed: (text: string) => string,
): Readonly<Record<string, string>> {
  const { person, answers, record, event } = facts;
  const name = typed(person?.name ?? '');
  return {
    'organization.name': facts.organization,
    'person.name': name,
    'person.firstName': name.split(' ', 1)[0] ?? '',
    'person.email': person?.email ?? '',
    'person.phone': typed(person?.phone ?? ''),
    'form.name': facts.form ?? '',
    answers: answers.map(({ question, answer }) => `${question} ${typed(answer)}`).join('\n'),
    ...(record &&
      Object.fromEntries(
        Object.entries(toRecordTexts(record)).map(([key, text]) => [`record.${key}`, typed(text)]),
      )),
    ...(event && buildEventTexts(ctx, event, recipientOf(reader), typed)),
  };
}

function recipientOf(reader: Reader): Parameters<typeof buildEventTexts>[2] {
  if (reader.role === 'host') return { role: 'host', host: reader.host };
  return reader.role === 'person' ? { role: 'invitee' } : { role: 'guest', email: '' };
}
