import type { Runtime } from '../platform/context.ts';

/** The next step of a sign-in. Only the challenge is trusted; the rest is for display. */
export interface Step {
  readonly by: 'password' | 'single sign-on';
  readonly challenge: string;
  readonly workspaces: readonly { readonly uuid: string; readonly name: string }[];
  readonly methods: readonly string[];
}

const name = 'daybook_step';
const minutes = 10;
/** A cookie holds 4 kB. */
const maxWorkspaces = 10;

export function buildStepCookie({ config }: Runtime, step: Step): string {
  const short = { ...step, workspaces: step.workspaces.slice(0, maxWorkspaces) };
  const value = Buffer.from(JSON.stringify(short)).toString('base64url');
  return cookie(config.publicUrl, value, minutes * 60);
}

export function clearStepCookie({ config }: Runtime): string {
  return cookie(config.publicUrl, '', 0);
}

export function parseStepCookie(cookies: Readonly<Record<string, string>>): Step | undefined {
  try {
    const step = JSON.parse(Buffer.from(cookies[name] ?? '', 'base64url').toString('utf8')) as Partial<Step>;
    const { by, challenge, workspaces, methods } = step;
    const isWhole =
      typeof challenge === 'string' &&
      Array.isArray(workspaces) &&
      Array.isArray(methods) &&
      by !== undefined;
    return isWhole ? { by, challenge, workspaces, methods } : undefined;
  } catch {
    return undefined;
  }
}

function cookie(publicUrl: string, value: string, maxAgeSeconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/app; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}
