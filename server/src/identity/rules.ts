/** Whether a token that expires then, or never, is there longer than another. */
export function outlives(expiresAt: string | null, other: string | null): boolean {
  if (other === null) return false;
  return expiresAt === null || Date.parse(expiresAt) > Date.parse(other);
}
