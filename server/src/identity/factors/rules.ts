export type Method = 'totp' | 'recovery_code' | 'passkey';

export interface Factors {
  readonly hasTotp: boolean;
  readonly recoveryCodes: number;
  readonly passkeys: number;
}

/**
 * The second factors that are accepted after a password; none means that it is not asked for. A passkey signs in by itself, so
 * it is asked for after a password only where the workspace requires a second factor.
 */
export function listAcceptedMethods(factors: Factors, isRequired: boolean): readonly Method[] {
  const passkey: Method[] = factors.passkeys > 0 ? ['passkey'] : [];
  if (factors.hasTotp) {
    return ['totp', ...(factors.recoveryCodes > 0 ? (['recovery_code'] as const) : []), ...passkey];
  }
  return isRequired ? passkey : [];
}

/** Ignores case, spaces and hyphens. */
export function normalizeCode(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '');
}

/** Without letters and digits that are easily confused. */
export const codeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
export const recoveryCodeCount = 10;

export function formatCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
