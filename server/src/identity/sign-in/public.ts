export { findAccounts } from './accounts.store.ts';
export { continueSignIn, signIn } from './sign-in.ts';
