import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Form, TextField } from '../kit/field.tsx';
import { getFieldErrors, useChange } from '../platform/query.ts';
import { words } from '../platform/words/words.ts';
import { useSession } from '../shell/session.ts';
import { LiveState, buildLiveCallQuery } from './live-state.tsx';
import type { Agent } from './rules.ts';
import { CallTranscript } from './transcript.tsx';

/** Lets the agent call the user who edits it, and shows how that goes. */
export function CallMe({ agent }: { readonly agent: Agent }) {
  const { firstName, lastName, email, timezone } = useSession();
  const create = useChange('createOutboundCall', words.calls.wasPlaced);
  const isActive = agent.isPublished && agent.isEnabled;
  const { callMeHint, callMeSimulated, enabledHint } = words.calls;
  const hint = agent.provider === 'simulator' ? callMeSimulated : callMeHint;
  const send = (values: FormData): void =>
    create.mutate({
      params: { agentUuid: agent.uuid },
      body: {
        phoneNumber: String(values.get('phoneNumber') ?? '').replaceAll(/[\s()/.-]/g, ''),
        fullName: `${firstName} ${lastName}`.trim(),
        email,
        timeZone: timezone,
      },
    });
  return (
    <section className="col gap1" aria-labelledby="call-me">
      <h3 id="call-me">{words.calls.callMe}</h3>
      <Form errors={getFieldErrors(create.error)} onSubmit={send}>
        <TextField
          label={words.calls.phone}
          name="phoneNumber"
          type="tel"
          autoComplete="tel"
          placeholder="+49"
          help={isActive ? hint : enabledHint}
        />
        <button type="submit" className="btn self-start" disabled={!isActive || create.isPending}>
          {words.calls.callMe}
        </button>
      </Form>
      {create.data && <Followed key={create.data.id} agentUuid={agent.uuid} id={create.data.id} />}
    </section>
  );
}

function Followed({ agentUuid, id }: { readonly agentUuid: string; readonly id: string }) {
  const { data: call } = useQuery(buildLiveCallQuery(agentUuid, id));
  if (!call) return null;
  return (
    <>
      <LiveState call={call} />
      <CallTranscript call={call} />
      <Link className="link" to="/calls/$agentUuid/$id" params={{ agentUuid, id }} search={{}}>
        {words.calls.openCall}
      </Link>
    </>
  );
}
