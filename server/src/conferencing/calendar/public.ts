export { meetProvider, teamsProvider } from './provider.ts';
