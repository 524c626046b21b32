import { createHmac, randomBytes } from 'node:crypto';
import type { ElevenLabsAccount } from './settings.ts';
import {
  useServer,
  type Ending,
  type FakePlatform,
  type ReceivedRequest,
  type Reply,
} from '../hosted/test-server.ts';

/** ElevenLabs on loopback: a recorded contract that its SDK accepts, not the live service. */

// oxlint-disable-next-line no-explicit-any -- as its API has it
type Conversation = any;

export function useElevenLabs() {
  const conversations: Conversation[] = [];
  const server = useServer((request) => respond(conversations, request));
  const account: ElevenLabsAccount = {
    get apiUrl() {
      return server.url;
    },
    apiKey: 'elevenlabs-key',
    agentId: 'agent_0123456789',
    phoneNumberId: 'phnum_0123456789',
    webhookSecret: 'wsec_elevenlabs',
  };
  const sign = (report: object, at: Date) => {
    const text = JSON.stringify(report);
    const time = String(Math.floor(at.getTime() / 1000));
    const digest = createHmac('sha256', account.webhookSecret).update(`${time}.${text}`).digest('hex');
    return { text, headers: { 'elevenlabs-signature': `t=${time},v0=${digest}` } };
  };
  const failure = (reason: string, at: Date) =>
    sign(
      {
        type: 'call_initiation_failure',
        event_timestamp: Math.floor(at.getTime() / 1000),
        data: {
          agent_id: account.agentId,
          conversation_id: conversations.at(-1).conversation_id,
          failure_reason: reason,
          metadata: { type: 'twilio', body: { CallStatus: reason } },
        },
      },
      at,
    );
  const platform: FakePlatform = {
    server,
    countDials: () => server.received.filter(({ path }) => path === '/v1/convai/twilio/outbound-call').length,
    end(how: Ending, at: Date) {
      const conversation = conversations.at(-1);
      if (how === 'busy' || how === 'not_answered') {
        finishConversation(conversation, 'failed', how === 'busy' ? 'busy' : 'no_answer');
        return failure(how === 'busy' ? 'busy' : 'no-answer', at);
      }
      finishConversation(conversation, 'done', how);
      return sign({ type: 'post_call_transcription', event_timestamp: 1, data: conversation }, at);
    },
  };
  return { account, conversations, sign, failure, ...platform };
}

export function finishConversation(
  conversation: Conversation,
  status: 'done' | 'failed',
  call_result: string | null,
): void {
  conversation.status = status;
  Object.assign(conversation.metadata, { call_duration_secs: status === 'done' ? 95 : 0 });
  conversation.metadata.phone_call.call_result = call_result;
  if (status === 'failed') {
    conversation.metadata.error = { code: 1008, reason: 'The line broke.' };
    return;
  }
  conversation.transcript = [
    { role: 'agent', message: 'Hello.', time_in_call_secs: 0 },
    { role: 'agent', message: null, time_in_call_secs: 1 },
    { role: 'user', message: 'Yes, Tuesday is fine.', time_in_call_secs: 4 },
  ];
  conversation.analysis = {
    call_successful: 'success',
    transcript_summary: 'Ines wants Tuesday.',
    data_collection_results: {},
  };
}

function respond(
  conversations: Conversation[],
  { method, path, query, headers, body }: ReceivedRequest,
): Reply {
  if (headers['xi-api-key'] !== 'elevenlabs-key')
    return { status: 401, body: { detail: { status: 'invalid_api_key', message: 'Invalid API key' } } };
  if (method === 'POST' && path === '/v1/convai/twilio/outbound-call') {
    if (!body.agent_id || !body.agent_phone_number_id || !body.to_number)
      return { status: 422, body: { detail: [{ loc: ['body'], msg: 'Field required', type: 'missing' }] } };
    const conversation_id = `conv_${randomBytes(12).toString('hex')}`;
    const callSid = `CA${randomBytes(16).toString('hex')}`;
    conversations.push({
      agent_id: body.agent_id,
      conversation_id,
      status: 'initiated',
      has_audio: false,
      has_user_audio: false,
      has_response_audio: false,
      has_auxiliary_audio: false,
      transcript: [],
      metadata: {
        start_time_unix_secs: Math.floor(Date.now() / 1000),
        call_duration_secs: 0,
        phone_call: {
          type: 'twilio',
          direction: 'outbound',
          phone_number_id: body.agent_phone_number_id,
          agent_number: '+14155550100',
          external_number: body.to_number,
          stream_sid: `MZ${randomBytes(16).toString('hex')}`,
          call_sid: callSid,
        },
      },
      conversation_initiation_client_data: body.conversation_initiation_client_data,
    });
    return { status: 200, body: { success: true, message: 'Success', conversation_id, callSid } };
  }
  if (method === 'GET' && path === '/v1/convai/conversations') return list(conversations, query);
  const found = conversations.find(({ conversation_id }) =>
    path.endsWith(`/conversations/${conversation_id}`),
  );
  return found ? { status: 200, body: found } : { status: 404, body: { detail: 'Not found' } };
}

function list(conversations: Conversation[], query: URLSearchParams): Reply {
  const [name = '', , value] = (query.get('dynamic_variable_params') ?? '').split(':');
  const found = conversations.filter(
    ({ agent_id, conversation_initiation_client_data: data }) =>
      (!query.has('agent_id') || agent_id === query.get('agent_id')) &&
      (name === '' || data?.dynamic_variables?.[name] === value),
  );
  const summaries = found.slice(0, Number(query.get('page_size') ?? 30)).map((each) => ({
    agent_id: each.agent_id,
    conversation_id: each.conversation_id,
    start_time_unix_secs: each.metadata.start_time_unix_secs,
    call_duration_secs: each.metadata.call_duration_secs,
    message_count: each.transcript.length,
    status: each.status,
    call_successful: 'unknown',
  }));
  return { status: 200, body: { conversations: summaries, has_more: found.length > summaries.length } };
}
