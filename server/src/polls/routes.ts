import * as contract from '@daybook/contract/polls';
import * as visitors from '@daybook/contract/public-polls';
import { serve, serveVisitor, type Endpoint } from '../platform/http/serve.ts';
import { countCodeTry } from '../scheduled-events/public.ts';
import { createPoll, validateNewPoll } from './create-poll.ts';
import { cancelPoll, deletePoll } from './end-poll.ts';
import { finalizePoll } from './finalize-poll.ts';
import { listPolls, readPoll } from './read-polls.ts';
import { serializeCastVote, loadReference, readPublicPoll } from './visit-poll.ts';
import { castVote, validateBallot } from './vote.ts';

export const pollsEndpoints: readonly Endpoint[] = [
  serve(contract.listPolls, (ctx, { query, page }) => listPolls(ctx, query, page)),
  serve(contract.createPoll, async (ctx, { body }) => readPoll(ctx, await createPoll(ctx, body)), {
    onSchemaError: validateNewPoll,
  }),
  serve(contract.readPoll, (ctx, { params }) => readPoll(ctx, params.uuid)),
  serve(contract.finalisePoll, async (ctx, { params, body }) => {
    await finalizePoll(ctx, params.uuid, body);
    return readPoll(ctx, params.uuid);
  }),
  serve(contract.cancelPoll, async (ctx, { params }) => {
    await cancelPoll(ctx, params.uuid);
    return readPoll(ctx, params.uuid);
  }),
  serve(contract.deletePoll, (ctx, { params }) => deletePoll(ctx, params.uuid)),
  serveVisitor(
    visitors.readPublicPoll,
    async (runtime, { params }) => loadReference(runtime, params.token).workspaceId,
    (ctx, { params, query }) => readPublicPoll(ctx, loadReference(ctx, params.token).id, query.voteToken),
  ),
  serveVisitor(
    visitors.voteInPoll,
    async (runtime, { params, body }) => {
      const { workspaceId } = loadReference(runtime, params.token);
      // A body that breaks the contract is not parsed.
      await countCodeTry(runtime, workspaceId, body ?? {});
      return workspaceId;
    },
    async (ctx, { params, body }) => {
      const { id } = loadReference(ctx, params.token);
      const cast = await castVote(ctx, id, body);
      if ('confirmation' in cast) return { next: cast.confirmation };
      return { done: serializeCastVote(ctx, id, cast.voteId) };
    },
    {
      onSchemaError: (ctx, fields, { params }) =>
        validateBallot(ctx, loadReference(ctx, params.token).id, fields),
    },
  ),
];
