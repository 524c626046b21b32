import type { Ctx } from '../platform/context.ts';
import type { EventFacts } from '../scheduled-events/public.ts';
import type { Submission } from './runs.store.ts';

const answers = [{ question: 'What is it about?', answer: 'A first conversation.' }];

/** A form that somebody might have sent. */
export const exampleSubmission: Submission = {
  form: 'Contact',
  answers,
  person: { email: 'ines@okafor.example', name: 'Ines Okafor', phone: '+4930901820' },
  memberIds: [],
};

interface About {
  readonly organization: string;
  readonly logo: string | null;
  readonly color: string;
  readonly language: string;
}

/** An event that somebody might have booked, for tomorrow. */
export function buildExampleEvent(ctx: Ctx, { language, ...about }: About): EventFacts {
  const startsMs = Math.ceil(ctx.now.getTime() / 3_600_000) * 3_600_000 + 86_400_000;
  const host = { id: '', name: 'Alex Host', email: 'host@example.com', language, timezone: 'UTC' };
  return {
    ...about,
    ...{
      page_id: '',
      id: 'dbk-0000000000000000',
      title: 'Intro call',
      notes: null,
      type: 'ONE_ON_ONE',
      status: 'confirmed',
    },
    ...{
      notes: null,
      sequence: 0,
      duration: 30,
      location_type: 'CUSTOM',
      location_join_url: '',
      page_places: [],
    },
    starts_at: new Date(startsMs).toISOString(),
    ends_at: new Date(startsMs + 1_800_000).toISOString(),
    location_details: { details: 'Juniper House' },
    hosts: [{ ...host, hasEntry: false }],
    attending: [],
    invitee: {
      ...{
        id: 'dbk-0000000000000000',
        name: 'Ines Okafor',
        email: 'ines@okafor.example',
        phone: '+4930901820',
      },
      ...{ seats: 1, payment: null, timezone: 'UTC', language, guests: null, answers },
      key_sealed: ctx.secrets.seal('example'),
      ...{ cancelled_at: null, cancellation_reason: null },
    },
  };
}
