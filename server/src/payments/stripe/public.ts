export { stripeProvider } from './provider.ts';
