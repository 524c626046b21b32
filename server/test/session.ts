import type { Answer, TestApp } from './harness.ts';

/** Signs in and returns the cookie as a browser would send it. */
export async function signIn(
  app: TestApp,
  email: string,
  password: string,
): Promise<{ answer: Answer; cookie: string }> {
  const answer = await app.post('/session', { email, password }, { token: null });
  return { answer, cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '' };
}
