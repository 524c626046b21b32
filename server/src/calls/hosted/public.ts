export { isAccepted, parseAnswer, parseJson, sendToPlatform, toRefusalState } from './exchange.ts';
export {
  anything,
  buildEnd,
  parseIds,
  buildIds,
  optionalPart,
  quantity,
  parseResults,
  countSecondsBetween,
  text,
  buildVariables,
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
