import { listCompanies, listPeople } from '@daybook/contract/crm-people';
import { listRecords } from '@daybook/contract/crm-records';
import { listEventTypes } from '@daybook/contract/event-types';
import { listUsers } from '@daybook/contract/members';
import { explainDeniedCall } from '@daybook/contract/permissions';
import type { AnyRoute, Input } from '@daybook/contract/route';
import { listScheduledEvents } from '@daybook/contract/scheduled-events';
import { maxResults, searchKinds, type SearchKind, type search as contract } from '@daybook/contract/search';
import { searchObjects } from '../crm/public.ts';
import { findPagesLike } from '../event-types/public.ts';
import { findMembersLike } from '../members/public.ts';
import type { Ctx } from '../platform/context.ts';
import { foldForSearch } from '@daybook/contract/folding.data';
import { findEventsLike } from '../scheduled-events/public.ts';
import { takeInTurn } from './rules.ts';
import { toEventResult, toPageResult, toRecordResult, toUserResult, type Result } from './view.ts';

/** What the caller must be allowed to list to find it. */
const listing: Readonly<Record<SearchKind, Pick<AnyRoute, 'access' | 'may'>>> = {
  person: listPeople,
  company: listCompanies,
  record: listRecords,
  event: listScheduledEvents,
  page: listEventTypes,
  user: listUsers,
};

export async function searchAll(
  ctx: Ctx,
  { q, kinds = Object.keys(searchKinds) as SearchKind[] }: Input<typeof contract>['query'],
): Promise<Result[]> {
  const mayList = (kind: SearchKind) => kinds.includes(kind) && !explainDeniedCall(listing[kind], ctx.actor);
  return takeInTurn(
    [
      ...(await findRecords(ctx, q, mayList)),
      mayList('event') ? (await findEventsLike(ctx, q, maxResults)).map(toEventResult) : [],
      mayList('page') ? (await findPagesLike(ctx, foldForSearch(q), maxResults)).map(toPageResult) : [],
      mayList('user') ? (await findMembersLike(ctx, foldForSearch(q), maxResults)).map(toUserResult) : [],
    ],
    maxResults,
  );
}

/** A list for people, one for companies, and one for each other object. */
async function findRecords(ctx: Ctx, q: string, mayList: (kind: SearchKind) => boolean): Promise<Result[][]> {
  const found = await searchObjects(ctx, q, {
    most: maxResults,
    isWanted: (definition) => mayList(kindOf(definition)),
  });
  return found.map(({ definition, rows }) =>
    rows.map((row) => toRecordResult(kindOf(definition), definition, row)),
  );
}

function kindOf({ isStandard, slug }: { isStandard: boolean; slug: string }): SearchKind {
  if (!isStandard) return 'record';
  return slug === 'people' ? 'person' : 'company';
}
