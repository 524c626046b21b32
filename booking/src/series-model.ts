/** A time of day on a date, on the visitor's clock. */
export interface Slot {
  readonly date: string;
  readonly clock: string;
}

/** What an invitee's own page says of the series that its booking is part of. */
export interface SeriesModel {
  /** All of its bookings, this one included; none of a single one. */
  readonly occurrences: readonly {
    readonly day: number;
    readonly clock: string;
    readonly href: string;
    readonly isThis: boolean;
    readonly isCancelled: boolean;
  }[];
  /** Others of the series are left to cancel. */
  readonly canCancelOthers: boolean;
}
