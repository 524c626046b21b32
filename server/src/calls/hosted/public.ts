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
export type {
  HostedDial,
  HostedEnd,
  HostedOptions,
  HostedPlatform,
  HostedRequest,
  HostedState,
} from './platform.ts';
export { isHmac, isRecent } from './signature.ts';
