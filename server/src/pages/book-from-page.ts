import { buildEmbeddedUrl } from '@daybook/booking/address';
import {
  listFields,
  validateFields,
  type FieldErrors,
  type FormModel,
  type Values,
} from '@daybook/booking/fields';
import { formatLocaleTag } from '@daybook/booking/language';
import { bookPublicly } from '@daybook/contract/public';
import { newBooking } from '@daybook/contract/scheduled-events';
import type { Actor } from '../platform/auth/actor.ts';
import { runInWorkspace, readInWorkspace, type Ctx, type Runtime } from '../platform/context.ts';
import type { PageResponse, Visit } from '../platform/http/pages.ts';
import { bookOrPay } from '../payments/public.ts';
import { Problem } from '../platform/problems.ts';
import { buildRequestUrl, buildWaitlistUrl } from '../platform/urls.ts';
import {
  codeGone,
  countCodeTry,
  holdTime,
  sealRequestToken,
  type VisitorBooking,
} from '../scheduled-events/public.ts';
import { loadBooking, loadTarget, loadVisitedPage, loadVisitor, type PageAddress } from './find.ts';
import { checkFormToken, createFormToken, submitOnce } from './form-token.ts';
import { buildFormModel, type Rejection } from './page-model.ts';
import { resolveReader } from './reader.ts';
import { buildBookingBody, readSubmittedValues, applyAlternative } from './rules.ts';
import { renderBookingPage } from './show-page.ts';
import { buildConfirmationPath } from './view.ts';

/** Books what the form of a page submits and redirects to the invitee's own page, or shows the form with what is wrong. */
export async function bookFromPage(
  runtime: Runtime,
  visit: Visit,
  address: PageAddress,
): Promise<PageResponse> {
  const visitor = await loadVisitor(runtime, visit, address);
  const page = await readInWorkspace(runtime, visitor, (ctx) => loadVisitedPage(ctx, address, visit));
  const reader = resolveReader(runtime, visit, page);
  const fields = applyAlternative(visit.form ?? new URLSearchParams());
  const confirmation = fields.get('confirmation') || null;
  const form = { ...buildFormModel(page, reader, visit.query, ''), confirmation };
  const values = readSubmittedValues(fields, form);
  const tokenId = await checkFormToken(runtime, fields);
  const reject = async (
    kind: Rejection['kind'],
    errors: FieldErrors = {},
    {
      code = confirmation ?? undefined,
      unavailable,
    }: Pick<Rejection, 'unavailable'> & { code?: string | undefined } = {},
  ): Promise<PageResponse> => {
    const holdId = keepsTime(kind) && tokenId ? await hold(tokenId) : undefined;
    const shown = {
      kind,
      values,
      errors,
      tokenId,
      holdId,
      unavailable,
      confirmation: kind === 'codeGone' ? undefined : code,
    };
    return readInWorkspace(runtime, visitor, (ctx) =>
      renderBookingPage(ctx, runtime, visit, page, {
        token: createFormToken(runtime, shown.tokenId),
        rejection: shown,
      }),
    );
  };
  if (tokenId === undefined) return reject('sendAgain');

  const body = {
    ...buildBookingBody(values, form, visit.query, formatLocaleTag(reader.site.locale)),
    ...(page.chosenHost && { hostEmail: page.chosenHost.email }),
  };
  const hold = (token: string) => holdSubmittedTime(runtime, visitor, address, body, token);
  const { booking, errors } = validateForm(form, values, body);
  if (Object.keys(errors).length > 0) return reject('checkFields', errors);
  if (!booking) return reject('notOffered');

  try {
    await countCodeTry(runtime, visitor.workspaceId, booking);
    const result = await submitOnce(runtime, visitor, { visit, tokenId, fields }, (ctx) =>
      book(ctx, address, booking, tokenId),
    );
    const [, token] = result.split(awaitsCode);
    if (token !== undefined) return await reject('confirmAddress', {}, { code: token });
    return { redirect: buildEmbeddedUrl(visit, result) };
  } catch (error) {
    const { kind, errors: found, unavailable } = rejectionFor(error, form, booking);
    return reject(kind, found, { unavailable });
  }
}

/** What the visitor can put right or complete at once is kept for them meanwhile. */
function keepsTime(kind: Rejection['kind']): boolean {
  return ['checkFields', 'confirmAddress', 'codeGone', 'someTaken'].includes(kind);
}

/** Validates the fields of the form and the booking made of them. An invalid time has no field to be shown at. */
function validateForm(
  form: FormModel,
  values: Values,
  body: object,
): { booking: VisitorBooking | undefined; errors: FieldErrors } {
  const parsed = bookPublicly.body?.safeParse(body);
  const location = String(values['location'] ?? '');
  const errors = {
    ...validateFields(listFields(form, location), values),
    ...fieldErrors(
      form,
      (parsed?.error?.issues ?? []).map(({ path }) => path.map(String)),
    ),
  };
  return { booking: parsed?.data, errors };
}

/** The fields of the form at which the API found errors. */
function fieldErrors(form: FormModel, paths: readonly string[][]): FieldErrors {
  const names: Readonly<Record<string, string>> = {
    name: form.splitName ? 'firstName' : 'name',
    email: 'email',
    phone: 'phone',
    guests: 'guests',
    location: 'location',
    locationId: 'location',
    locationOptions: 'address',
    code: 'code',
    recurrence: 'count',
  };
  return Object.fromEntries(
    paths.flatMap(([field = '', index]) => {
      const question = field === 'question_answers' ? form.questions[Number(index)] : undefined;
      const name = question ? `q${question.id}` : names[field];
      return name ? [[name, 'invalid' as const]] : [];
    }),
  );
}

const submittedTime = newBooking.pick({
  date: true,
  start: true,
  timeZone: true,
  offset: true,
  duration: true,
  hostEmail: true,
});

/** Holds the time while the form is corrected. A time that can't be held is no error: the next submission shows it. */
async function holdSubmittedTime(
  runtime: Runtime,
  visitor: Actor,
  address: PageAddress,
  body: object,
  tokenId: string,
): Promise<string | undefined> {
  const { data } = submittedTime.safeParse(body);
  if (!data) return undefined;
  try {
    return await runInWorkspace(runtime, visitor, async (ctx) => {
      const { id } = await holdTime(ctx, await loadTarget(ctx, address), data, tokenId);
      return id;
    });
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

const awaitsCode = 'awaits code ';

/**
 * The path of the invitee's own page, of their request, or of the one where they pay; or, after `awaitsCode`, what names the code that
 * was mailed to them.
 */
async function book(
  ctx: Ctx,
  address: PageAddress,
  booking: VisitorBooking,
  tokenId: string,
): Promise<string> {
  const booked = await bookOrPay(ctx, await loadTarget(ctx, address), booking, tokenId);
  if ('confirmation' in booked) return `${awaitsCode}${booked.confirmation.token}`;
  if ('payment' in booked) return new URL(booked.payment.url).pathname;
  if ('waiting' in booked) return new URL(buildWaitlistUrl(ctx, booked.waiting.id)).pathname;
  if ('request' in booked)
    return new URL(buildRequestUrl(ctx, sealRequestToken(ctx, booked.request.id))).pathname;
  return buildConfirmationPath(ctx, await loadBooking(ctx, booked.inviteeId));
}

/** Why booking failed, in terms of the form. An error that the form can't show is rethrown. */
function rejectionFor(
  error: unknown,
  form: FormModel,
  { recurrence }: VisitorBooking,
): Omit<Rejection, 'values'> {
  if (!(error instanceof Problem) || error.message === 'This link was already used.') throw error;
  if (error.status === 409) {
    const { unavailable } = error.body as { unavailable?: { date: string; start: string }[] };
    // Nothing of a series is left that could be booked without them.
    if (!unavailable || unavailable.length === recurrence?.count) return { kind: 'taken', errors: {} };
    const times = unavailable.map(({ date, start }) => ({ date, clock: start }));
    return { kind: 'someTaken', errors: {}, unavailable: times };
  }
  const { errors } = error.body as { errors?: Record<string, string[]> };
  if (error.status !== 422 || !errors) throw error;
  if (errors['start'] || errors['offset'] || errors['duration']) return { kind: 'notOffered', errors: {} };
  if (errors['code']?.includes(codeGone)) return { kind: 'codeGone', errors: {} };
  if (errors['code']) return { kind: 'checkFields', errors: { code: 'wrongCode' } };
  const paths = Object.keys(errors).map((path) => path.split('.'));
  return { kind: 'checkFields', errors: fieldErrors(form, paths) };
}
