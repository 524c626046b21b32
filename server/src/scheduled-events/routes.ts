import type { Endpoint } from '../platform/http/serve.ts';
import { bookingEndpoints } from './bookings/routes.ts';
import { changeEndpoints } from './changes/routes.ts';
import { readEndpoints } from './reads/routes.ts';
import { requestEndpoints } from './requests/routes.ts';
import { waitlistEndpoints } from './waitlist/routes.ts';

export const scheduledEventsEndpoints: readonly Endpoint[] = [
  ...bookingEndpoints,
  ...readEndpoints,
  ...changeEndpoints,
  ...requestEndpoints,
  ...waitlistEndpoints,
];
