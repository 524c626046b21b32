export type Method = 'totp' | 'recovery_code' | 'passkey';

export interface Factors {
  readonly hasTotp: boolean;
  readonly recoveryCodes: number;
  readonly passkeys: number;
}

/**
 * What is asked for after a password: whoever set up an authenticator shows it. A passkey is a way in of its own, so that it
 * is asked for beside a password only where the workspace requires a second factor.
 */
export function methodsAsked(factors: Factors, isRequired: boolean): readonly Method[] {
  const passkey: Method[] = factors.passkeys > 0 ? ['passkey'] : [];
  if (factors.hasTotp) {
    return ['totp', ...(factors.recoveryCodes > 0 ? (['recovery_code'] as const) : []), ...passkey];
  }
  return isRequired ? passkey : [];
}

/** As it was shown, however it is typed: case, spaces and hyphens do not matter. */
export function plainCode(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '');
}

/** No letters or digits that look like others. */
export const codeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
export const recoveryCodeCount = 10;

export function shownCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
