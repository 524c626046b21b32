/** Which schedule is shown, as it stands in the address. */
interface ScheduleSearch {
  readonly schedule?: string;
  /** The address of the colleague whose schedules are listed. */
  readonly user?: string;
}

export function parseScheduleSearch({ schedule, user }: Readonly<Record<string, unknown>>): ScheduleSearch {
  return {
    ...(typeof schedule === 'string' && { schedule: schedule.slice(0, 60) }),
    ...(typeof user === 'string' && user !== '' && { user: user.slice(0, 254) }),
  };
}
