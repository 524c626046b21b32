import type {
  formField,
  formSubmission,
  publicForm,
  routingForm,
  submissionRoute,
} from '@daybook/contract/routing-forms';
import type { z } from 'zod';
import type { Ctx } from '../platform/context.ts';
import { fold } from '@daybook/contract/folding.data';
import { buildFormUrl, buildPageUri, buildSchedulingUrl } from '../platform/urls.ts';
import { formatAnswer, findVisitor, type AnsweredField, type Visitor } from './answers.rules.ts';
import type { Field } from './form.rules.ts';
import type { FormRow, PageRow, RouteResult, SubmissionRow, ChosenRoute } from './store.ts';

export function serializeForm(ctx: Ctx, row: FormRow): z.output<typeof routingForm> {
  return {
    uri: `${ctx.publicUrl}/v2/routing-forms/${row.id}`,
    uuid: row.id,
    name: row.name,
    slug: row.slug,
    routingFormUrl: buildFormUrl(ctx, row.slug),
    headline: row.headline,
    isActive: row.is_active,
    fields: row.fields.map(fieldView),
    routes: row.routes,
    fallback: row.fallback,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** For visitors: the questions without the routes. */
export function serializePublicForm(
  ctx: Ctx,
  row: FormRow,
  organization: string,
): z.output<typeof publicForm> {
  return {
    name: row.name,
    slug: row.slug,
    routingFormUrl: buildFormUrl(ctx, row.slug),
    headline: row.headline,
    organization,
    fields: row.fields.map(fieldView),
  };
}

function fieldView(field: Field, index: number): z.output<typeof formField> {
  const { inputId, question, type, isRequired, options } = field;
  return { inputId, question, type, isRequired, options, order: index + 1 };
}

export function serializeSubmission(
  ctx: Ctx,
  form: FormRow,
  row: SubmissionRow,
): z.output<typeof formSubmission> {
  return {
    reportId: row.id,
    routingFormId: form.id,
    routingFormName: form.name,
    routingFormSlug: form.slug,
    routingFormUrl: buildFormUrl(ctx, form.slug),
    ...row.route,
    eventType: eventTypeView(ctx, row.route),
    answers: row.answers,
    questionsAndAnswers: Object.fromEntries(row.answers.map(({ question, answer }) => [question, answer])),
    utmCampaign: row.utm['utm_campaign'] ?? null,
    utmSource: row.utm['utm_source'] ?? null,
    utmMedium: row.utm['utm_medium'] ?? null,
    utmTerm: row.utm['utm_term'] ?? null,
    utmContent: row.utm['utm_content'] ?? null,
    adAttribution: row.ad_attribution,
    createdAt: row.created_at,
  };
}

export function serializeRoute(
  ctx: Ctx,
  { route, page, hostSlug }: ChosenRoute,
  answered: readonly AnsweredField[],
  utm: SubmissionRow['utm'],
): z.output<typeof submissionRoute> {
  const known = { answered, visitor: findVisitor(answered), utm, hostSlug };
  return {
    type: route.routeType,
    url: page ? visitorUrl(ctx, page, known) : route.routeCustomUrl,
    headline: route.headline,
    eventType: eventTypeView(ctx, route),
    isFallbackRoute: route.isFallbackRoute,
  };
}

function eventTypeView(ctx: Ctx, { eventType }: RouteResult) {
  return eventType && { ...eventType, uri: buildPageUri(ctx, eventType.id) };
}

/** The page with what the visitor has answered in its query, so that it is filled in there. */
function visitorUrl(
  ctx: Ctx,
  page: PageRow,
  known: {
    answered: readonly AnsweredField[];
    visitor: Visitor;
    utm: SubmissionRow['utm'];
    hostSlug?: string | undefined;
  },
): string {
  const url = new URL(buildSchedulingUrl(ctx, page.owner, page.slug));
  const { name, email, phone } = known.visitor;
  for (const [key, value] of Object.entries({ name, email, phone }))
    if (value) url.searchParams.set(key, value);
  // Named by the position of the question on the page: `a1`, `a2`.
  for (const [index, question] of page.questions.entries()) {
    const same = known.answered.find(({ field }) => fold(field.question.trim()) === fold(question.trim()));
    if (same) url.searchParams.set(`a${index + 1}`, formatAnswer(same));
  }
  if (known.hostSlug) url.searchParams.set('host', known.hostSlug);
  for (const [key, value] of Object.entries(known.utm)) if (value) url.searchParams.set(key, value);
  return url.href;
}
