export { buildHostJoinUrl, jitsiProvider, openEntrance } from './provider.ts';
export { deriveRoom, buildRoomUrl, toJitsiServer } from './token.ts';
