import type { Site } from './model.ts';

/** Why there is nothing else to show. */
export interface ErrorModel {
  readonly site: Site;
  readonly kind:
    | 'missing'
    | 'missingForm'
    | 'missingLink'
    | 'missingBooking'
    | 'used'
    | 'closed'
    | 'broken'
    | 'slowDown'
    | 'allHeld'
    | 'openRequests'
    | 'tooMany';
}
