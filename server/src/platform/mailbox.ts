/** `name+anything@` is the same mailbox as `name@`. What begins with a plus sign is taken as it is. */
export function normalizeMailbox(email: string): string {
  return email.toLowerCase().replace(/^([^@+]+)\+[^@]*@/, '$1@');
}
