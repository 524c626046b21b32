import { omitEmpty, findChoice } from '../platform/address.ts';

export interface WorkflowSearch {
  /** Which part is open: the editor unless it says another. */
  readonly tab?: 'try' | 'log';
}

export function parseWorkflowSearch(raw: Readonly<Record<string, unknown>>): WorkflowSearch {
  return omitEmpty({ tab: findChoice(['try', 'log'], raw['tab']) });
}
