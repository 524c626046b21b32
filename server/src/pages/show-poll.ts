import { listFields, validateFields, type FieldErrors, type Values } from '@daybook/booking/fields';
import { formatLocaleTag } from '@daybook/booking/language';
import type { PollModel } from '@daybook/booking/poll-model';
import { renderPoll } from '@daybook/booking/render';
import { voteInPoll } from '@daybook/contract/public-polls';
import { createVisitorActor, type Actor } from '../platform/auth/actor.ts';
import { readInWorkspace, type Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { Problem } from '../platform/problems.ts';
import { castVote, serializeCastVote, loadReference, loadVisitedPoll, type Ballot } from '../polls/public.ts';
import { codeGone, countCodeTry } from '../scheduled-events/public.ts';
import { checkFormToken, createFormToken, submitOnce } from './form-token.ts';
import { buildPollForm, buildPollModel, type Ballots } from './poll-model.ts';
import { resolveReader } from './reader.ts';

/** Where those who are to meet say when they can. Their link is the permission; `vote` is the token of their own vote. */
export function showPoll(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  return render(runtime, visit, visitorOf(runtime, visit));
}

interface PollVisitor {
  readonly actor: Actor;
  readonly pollId: string;
}

function visitorOf(runtime: Runtime, { params, ip }: Visit): PollVisitor {
  const { workspaceId, id } = loadReference(runtime, params['token'] ?? '');
  return { actor: createVisitorActor(workspaceId, ip), pollId: id };
}

/** A vote that was not counted, or not yet. */
interface Rejection {
  readonly notice: NonNullable<PollModel['notice']>;
  readonly errors: FieldErrors;
  readonly values: Values;
  readonly confirmation?: string | undefined;
}

async function render(
  runtime: Runtime,
  visit: Visit,
  { actor, pollId }: PollVisitor,
  rejection?: Rejection,
): Promise<PageResponse> {
  return readInWorkspace(runtime, actor, async (ctx) => {
    const visited = await loadVisitedPoll(ctx, pollId, visit.query['vote']);
    const reader = resolveReader(runtime, visit, visited.looks);
    const ballots: Ballots = {
      token: createFormToken(runtime),
      values: rejection?.values,
      confirmation: rejection?.confirmation ?? null,
      errors: rejection?.errors ?? {},
      notice: rejection?.notice ?? null,
    };
    const html = renderPoll(buildPollModel(ctx, reader, visited, ballots));
    const { nonce } = visit;
    return { nonce, html, isSecret: true, cookies: reader.cookies, ...(rejection && { status: 422 }) };
  });
}

/** Counts the vote that was sent, and leads to the page on which it can be changed. Who comes too late sees what became of the poll. */
export async function voteFromPage(runtime: Runtime, visit: Visit): Promise<PageResponse> {
  const visitor = visitorOf(runtime, visit);
  const fields = visit.form ?? new URLSearchParams();
  const values: Values = Object.fromEntries([...fields].map(([name, value]) => [name, value.slice(0, 500)]));
  const confirmation = fields.get('confirmation') ?? undefined;
  const reject = (rejection: Omit<Rejection, 'values'>): Promise<PageResponse> =>
    render(runtime, visit, visitor, { ...rejection, values });

  const tokenId = await checkFormToken(runtime, fields);
  if (tokenId === undefined) return reject({ notice: 'sendAgain', errors: {}, confirmation });
  const { ballot, errors } = validate(
    visit,
    values,
    formatLocaleTag(resolveReader(runtime, visit).site.locale),
  );
  if (!ballot) return reject({ notice: 'checkFields', errors, confirmation });
  try {
    await countCodeTry(runtime, visitor.actor.workspaceId, ballot);
    const result = await submitOnce(runtime, visitor.actor, { visit, tokenId, fields }, async (ctx) => {
      const cast = await castVote(ctx, visitor.pollId, ballot);
      if ('confirmation' in cast) return `${awaitsCode}${cast.confirmation.token}`;
      return serializeCastVote(ctx, visitor.pollId, cast.voteId).voteToken;
    });
    const [, code] = result.split(awaitsCode);
    if (code !== undefined) return await reject({ notice: 'confirmAddress', errors: {}, confirmation: code });
    return { redirect: `${visit.path}?${new URLSearchParams({ vote: result, voted: '1' }).toString()}` };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 409) return { redirect: visit.path };
    return reject({ ...rejectionFor(error), confirmation });
  }
}

const awaitsCode = 'awaits code ';

/** What the form says, as the API takes it. */
function validate(
  { query }: Visit,
  values: Values,
  language: string,
): { ballot: Ballot | undefined; errors: FieldErrors } {
  const text = (name: string): string | undefined => String(values[name] ?? '').trim() || undefined;
  const answers = Object.entries(values).flatMap(([name, answer]) =>
    /^t\d{1,9}$/.test(name)
      ? [{ startTime: new Date(Number(name.slice(1)) * 60_000).toISOString(), answer }]
      : [],
  );
  const parsed = voteInPoll.body?.safeParse({
    ...{ name: text('name'), email: text('email'), timeZone: text('zone'), language, answers },
    ...{ voteToken: query['vote'], confirmation: text('confirmation'), code: text('code') },
  });
  const form = buildPollForm(values, '', text('confirmation') ?? null);
  const found = (parsed?.error?.issues ?? []).map(({ path }) => [String(path[0]), 'invalid' as const]);
  return {
    ballot: parsed?.data,
    errors: {
      ...(Object.fromEntries(found) as FieldErrors),
      ...validateFields(listFields(form, undefined), values),
    },
  };
}

/** An error that the form can't show is rethrown. */
function rejectionFor(error: Problem): Pick<Rejection, 'notice' | 'errors'> {
  const { errors } = error.body as { errors?: Record<string, string[]> };
  if (error.status !== 422 || !errors) throw error;
  if (errors['code']?.includes(codeGone)) return { notice: 'codeGone', errors: {} };
  if (errors['code']) return { notice: 'checkFields', errors: { code: 'wrongCode' } };
  const found = Object.keys(errors).map((path) => [path.split('.')[0] ?? '', 'invalid' as const]);
  return { notice: 'checkFields', errors: Object.fromEntries(found) as FieldErrors };
}
