export { buildHostJoinUrl, jitsiProvider, openEntrance } from './provider.ts';
export { deriveRoom, buildRoomUrl, serverIn } from './token.ts';
