import type { AnyRoute, Input } from '@daybook/contract/route';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../auth/actor.ts';
import { readInWorkspace, type Ctx, type Runtime } from '../context.ts';
import { invalid, Problem, type FieldErrors } from '../problems.ts';
import { parseRequest, nameOf, validFields, validate } from './validate.ts';

/**
 * What is wrong with fields beyond what the contract can say. Asked about those that are right by the contract: one that is
 * wrong is not among them, and one that was left out is there as undefined.
 */
export type DomainValidation<R extends AnyRoute> = (
  ctx: Ctx,
  fields: Partial<Input<R>['body']>,
  beside: { readonly params: Input<R>['params']; readonly runtime: Runtime },
) => FieldErrors | Promise<FieldErrors>;

/** The same for a use case that finds it by itself, from what it must load anyway: asked only where the contract is broken. */
export interface OnSchemaError<R extends AnyRoute> {
  readonly onSchemaError: DomainValidation<R>;
}

type Find<R extends AnyRoute> = (input: Input<R>) => Actor | Promise<Actor>;

/** Checks a request against its contract. Where that is broken, a caller hears of every other wrong field as well. */
export async function validateAll<R extends AnyRoute>(
  runtime: Runtime,
  route: R,
  request: FastifyRequest,
  findActor: Find<R>,
  validateDomain: DomainValidation<R> | undefined,
): Promise<Input<R>> {
  if (!validateDomain) return validate(route, request);
  const { input, errors } = parseRequest(route, request);
  if (Object.keys(errors).length === 0) return input;
  const fields = validFields(route, request, errors);
  const more = await ignoringProblems(async () =>
    readInWorkspace(runtime, await findActor(input), async (ctx) =>
      validateDomain(ctx, fields, { params: input.params, runtime }),
    ),
  );
  throw invalid({ ...errors, ...onlyReadable(more, errors) });
}

/** Who may not know more, or asks for what is not there, hears only what the contract says. */
async function ignoringProblems(ask: () => Promise<FieldErrors>): Promise<FieldErrors> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Problem) return {};
    throw error;
  }
}

/** What the contract can't read is judged by it alone. */
function onlyReadable(more: FieldErrors, errors: FieldErrors): FieldErrors {
  const wrong = new Set(Object.keys(errors).map(nameOf));
  return Object.fromEntries(Object.entries(more).filter(([path]) => !wrong.has(nameOf(path))));
}
