export { isAccepted, parseAnswer, parseJson, send, stateOfRefusal } from './exchange.ts';
export {
  anything,
  ended,
  idsIn,
  idsOf,
  part,
  quantity,
  resultsIn,
  secondsBetween,
  text,
  variablesOf,
} from './fields.ts';
export {
  declareHosted,
  type HostedDial,
  type HostedEnd,
  type HostedOptions,
  type HostedPlatform,
  type HostedProvider,
  type HostedRequest,
  type HostedState,
} from './platform.ts';
export { id, key, number, origin } from './settings.ts';
export { isHmac, isRecent } from './signature.ts';
