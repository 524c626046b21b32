/** The lists of the dashboard that have saved views, and those that only owners and admins can see. */
export const viewLists = [
  'scheduled_events',
  'event_types',
  'absences',
  'tasks',
  'outbound_calls',
  'routing_forms',
  'form_submissions',
  'workflows',
  'polls',
  'users',
  'deliveries',
  'mail',
  'audit_log',
] as const;

export type ViewList = (typeof viewLists)[number];

export const adminLists: readonly ViewList[] = ['workflows', 'mail', 'audit_log'];
