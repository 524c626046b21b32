/** What the list of absences shows, as it stands in the address. */

interface AbsenceSearch {
  /** The address of the colleague whose absences are listed. */
  readonly user?: string;
  readonly past?: boolean;
}

export function parseAbsenceSearch({ user, past }: Readonly<Record<string, unknown>>): AbsenceSearch {
  return {
    ...(typeof user === 'string' && user !== '' && { user: user.slice(0, 254) }),
    ...((past === true || past === 'true') && { past: true }),
  };
}
