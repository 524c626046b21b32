/** What starts workflows, and what their templates may name. */

export const workflowTriggers = [
  'booked',
  'moved',
  'cancelled',
  'no_show',
  'before',
  'after',
  'form_submitted',
  'record_changed',
] as const;

export type WorkflowTriggerName = (typeof workflowTriggers)[number];

export const workflowStepKinds = ['mail', 'http', 'webhook', 'record', 'task', 'call'] as const;

export const workflowLanguages = ['en', 'de', 'fr', 'es', 'pt', 'ar'] as const;

const ofAll = [
  'organization.name',
  'person.name',
  'person.firstName',
  'person.email',
  'person.phone',
] as const;
const ofEvents = [
  'event.title',
  'event.start',
  'event.timeZone',
  'event.duration',
  'event.location',
  'event.link',
  'hosts.names',
  'answers',
] as const;

/** Those of a record, `record.` and the key of an attribute, come on top. */
export function listVariables(trigger: WorkflowTriggerName): readonly string[] {
  if (trigger === 'record_changed') return ofAll;
  return trigger === 'form_submitted' ? [...ofAll, 'form.name', 'answers'] : [...ofAll, ...ofEvents];
}
