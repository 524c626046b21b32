import type { newSubmission, submissionRoute } from '@daybook/contract/routing-forms';
import type { z } from 'zod';
import { formatWireTime } from '../platform/clock.ts';
import { listAssignedUsers } from '../availability/public.ts';
import type { Ctx, Runtime } from '../platform/context.ts';
import type { WorkspaceId } from '../platform/db/workspace-id.ts';
import { generateUuid } from '../platform/ids.ts';
import { notFound, throwIfInvalid, type FieldErrors } from '../platform/problems.ts';
import {
  formatAnswer,
  omitEmptyAttribution,
  parseAnswers,
  findVisitor,
  type AnsweredField,
} from './answers.rules.ts';
import { formSubmitted } from './events.ts';
import { loadOwnForm } from './forms.ts';
import { listPageIds, type Action } from './form.rules.ts';
import { chooseRoute } from './rules.ts';
import * as store from './store.ts';
import { serializeRoute, serializeSubmission } from './view.ts';

type Submission = z.output<typeof newSubmission>;

export async function findFormWorkspace(runtime: Runtime, slug: string): Promise<WorkspaceId> {
  const workspaceId = await store.findWorkspaceOfForm(runtime, slug);
  if (!workspaceId) throw notFound('Form');
  return workspaceId;
}

/** An inactive form is 404 to visitors. */
export async function loadOpenForm(ctx: Ctx, slug: string): Promise<store.FormRow> {
  const form = await store.findFormBySlug(ctx, slug);
  if (!form?.is_active) throw notFound('Form');
  return form;
}

/** Stores the answers and the route they lead to, and publishes both. */
export async function submitForm(
  ctx: Ctx,
  slug: string,
  given: Submission,
): Promise<{ reportId: string; route: z.output<typeof submissionRoute> }> {
  const form = await loadOpenForm(ctx, slug);
  const { answered, errors } = parseAnswers(form.fields, given.answers);
  throwIfInvalid(errors);

  const taken = await resolveRoute(ctx, form, answered);
  const row: store.SubmissionRow = {
    id: generateUuid(),
    form_id: form.id,
    answers: answered.map(({ field, order, values }) => ({
      question: field.question,
      answer: formatAnswer({ values }),
      inputId: field.inputId,
      order,
    })),
    utm: given.utm ?? {},
    ad_attribution: omitEmptyAttribution(given.adAttribution),
    route: taken.route,
    created_at: formatWireTime(ctx.now),
  };
  await store.insertSubmission(ctx, row);
  const view = serializeSubmission(ctx, form, row);
  const visitor = findVisitor(answered);
  await ctx.publish(formSubmitted, {
    payload: { event: 'routing_form.submitted', ...view },
    memberIds: [form.owner_member_id],
    person: visitor.email === null ? null : { ...visitor, email: visitor.email },
  });
  return { reportId: row.id, route: serializeRoute(ctx, taken, answered, row.utm) };
}

/** Where answers lead, for the person who makes the form. */
export async function tryAnswers(
  ctx: Ctx,
  formId: string,
  { answers }: Pick<Submission, 'answers'>,
): Promise<z.output<typeof submissionRoute>> {
  const form = await loadOwnForm(ctx, formId);
  const { answered, errors } = parseAnswers(form.fields, answers);
  throwIfInvalid(errors);
  return serializeRoute(ctx, await resolveRoute(ctx, form, answered), answered, {});
}

/** The use case parses the same answers, and throws the same errors, on the form that it has loaded. */
export async function validateSubmission(
  ctx: Ctx,
  { answers }: Partial<Submission>,
  { params }: { readonly params: { readonly slug: string } },
): Promise<FieldErrors> {
  if (!answers) return {};
  const form = await loadOpenForm(ctx, params.slug);
  return parseAnswers(form.fields, answers).errors;
}

/** The first route that matches. If its page can't be booked now, the fallback; if that can't either, a message. */
async function resolveRoute(
  ctx: Ctx,
  form: store.FormRow,
  answered: readonly AnsweredField[],
): Promise<store.ChosenRoute> {
  const pages = await store.findPages(ctx, listPageIds(form));
  const open = new Map(pages.filter(({ isActive }) => isActive).map((page) => [page.id, page]));
  const matched = chooseRoute(
    form.routes,
    new Map(answered.map(({ field, values }) => [field.inputId, values])),
  );
  const taken = (matched && resolveAction(matched.action, open, false)) ??
    resolveAction(form.fallback, open, true) ?? {
      route: { ...nowhere, routeType: 'MESSAGE', headline: closed, isFallbackRoute: true },
    };
  return taken.prefersOwner && taken.page
    ? { ...taken, hostSlug: await findHost(ctx, taken.page, answered) }
    : taken;
}

/** The first of those who are assigned to the visitor that hosts the page. */
async function findHost(
  ctx: Ctx,
  page: store.PageRow,
  answered: readonly AnsweredField[],
): Promise<string | undefined> {
  const { email } = findVisitor(answered);
  const assigned = email === null ? [] : await listAssignedUsers(ctx, email);
  return assigned.length === 0 ? undefined : store.findFirstHost(ctx, page.id, assigned);
}

const nowhere = { routeCustomUrl: null, headline: null, eventType: null };
const closed = 'Thank you. There is nothing to book at the moment.';

function resolveAction(
  action: Action,
  open: ReadonlyMap<string, store.PageRow>,
  isFallbackRoute: boolean,
): store.ChosenRoute | undefined {
  const taken = { ...nowhere, routeType: action.type, isFallbackRoute };
  if (action.type === 'CUSTOM_URL') return { route: { ...taken, routeCustomUrl: action.url } };
  if (action.type === 'MESSAGE') return { route: { ...taken, headline: action.headline } };
  const page = open.get(action.eventTypeUuid.toLowerCase());
  if (!page) return undefined;
  const { id, title, slug } = page;
  const { prefersOwner = false } = action;
  return { route: { ...taken, eventType: { id, title, slug } }, page, prefersOwner };
}
