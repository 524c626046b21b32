import type { Client } from '@daybook/client';

/** One thing of the workspace, with the noun of the API. */
export interface Line {
  readonly kind: string;
  readonly value: unknown;
}

/** Everything that the API lists, list by list. */
export async function* exportLines(api: Client, signal: AbortSignal): AsyncGenerator<Line> {
  const query = { count: 100 } as const;
  const organization = await api.readOrganization({ signal });
  yield { kind: 'organization', value: organization };
  const emails: string[] = [];
  for await (const user of api.each('listUsers', { query: { per_page: 100 }, signal })) {
    emails.push(user.email);
    yield { kind: 'user', value: user };
  }
  for await (const team of api.each('listTeams', { query, signal })) {
    yield { kind: 'team', value: team };
    const params = { teamId: team.uuid };
    yield* listed('team_member', api.each('listMemberships', { params, query, signal }));
  }
  for (const email of emails) {
    yield* listed('schedule', api.each('listSchedules', { query: { ...query, email }, signal }));
  }
  const all = { ...query, scope: 'all' } as const;
  yield* listed('event_type', api.each('listEventTypes', { query: all, signal }));
  yield* listed('scheduled_event', api.each('listScheduledEvents', { query: all, signal }));
  yield* listed('routing_form', api.each('listRoutingForms', { query, signal }));
  yield* listed('webhook', api.each('listWebhooks', { query, signal }));
  yield* listed('agent', api.each('listAgents', { query, signal }));
  yield* listed('do_not_call', api.each('listDoNotCall', { query, signal }));
  if (organization.crmEnabled) yield* recordsOf(api, signal);
}

async function* recordsOf(api: Client, signal: AbortSignal): AsyncGenerator<Line> {
  for await (const object of api.each('listObjects', { query: { count: 100 }, signal })) {
    yield { kind: 'crm_object', value: object };
    const params = { objectSlug: object.slug };
    yield* listed(object.slug, api.each('listRecords', { params, query: { count: 100 }, signal }));
  }
}

async function* listed(kind: string, items: AsyncIterable<unknown>): AsyncGenerator<Line> {
  for await (const value of items) yield { kind, value };
}
