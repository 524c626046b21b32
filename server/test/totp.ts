import { Secret, TOTP } from 'otpauth';

/** What an authenticator with this secret shows at a time. */
export function generateTotpCode(secret: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp });
}
