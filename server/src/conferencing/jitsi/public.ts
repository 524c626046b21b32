export { hostJoinUrl, jitsiProvider, openEntrance } from './provider.ts';
export { roomOf, roomUrl, serverIn } from './token.ts';
