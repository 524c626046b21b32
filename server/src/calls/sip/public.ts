export { openUserAgent, type UserAgent } from './user-agent.ts';
export type { CallEnd } from './call-state.ts';
export type { Media } from './sdp.ts';
export { sipSettings, type SipLine } from './settings.ts';
export type { SipTrunk } from './trunk.ts';
