export { hostJoinUrl, jitsiProvider, openEntrance } from './provider.ts';
export { roomOf, roomUrl, type JitsiServer } from './token.ts';
