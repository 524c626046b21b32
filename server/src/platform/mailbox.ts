/** `name+anything@` is the same mailbox as `name@`. What begins with a plus sign is taken as it is. */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(/^([^@+]+)\+[^@]*@/, '$1@');
}
