import type { FileWords } from './files.ts';
import type { PollWords } from './poll.ts';
import type { SeriesWords } from './series.ts';
import type { WaitlistWords } from './waitlist.ts';

/** Every text of the public pages. A language that lacks one does not compile. `{name}` is replaced by a value. */
export interface Words {
  /** Dates, times and the picker. Only these are sent to the browser's script. */
  readonly pick: PickWords;
  readonly form: FormWords;
  readonly booking: BookingWords;
  readonly pay: PayWords;
  readonly request: RequestWords;
  readonly series: SeriesWords;
  readonly waitlist: WaitlistWords;
  readonly files: FileWords;
  readonly poll: PollWords;
  readonly site: SiteWords;
}

/** The rule by which a language assigns a count to a plural category. */
export type PluralRule = 'one' | 'oneAndZero' | 'slavic' | 'arabic';

/** A text by plural category. */
export interface Plural {
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

export interface PickWords {
  readonly plural: PluralRule;
  /** From January. */
  readonly months: readonly string[];
  /** From Sunday. */
  readonly weekdays: readonly string[];
  readonly weekdaysShort: readonly string[];
  /** Where the first of a month is no plain number. */
  readonly firstOfMonth?: string;
  readonly date: string;
  readonly dayMonth: string;
  readonly monthYear: string;
  readonly am: string;
  readonly pm: string;
  /** Between hours and minutes, where it is more than a space. */
  readonly durationAnd?: string;
  readonly hours: Plural;
  readonly minutes: Plural;
  readonly heading: string;
  readonly previousMonth: string;
  readonly nextMonth: string;
  readonly times: Plural;
  readonly noTimes: string;
  readonly seatsLeft: Plural;
  readonly seats: Plural;
  readonly noTimesInMonth: string;
  readonly daysWithTimes: Plural;
  readonly nextDay: string;
  readonly zone: string;
  readonly zoneTime: string;
  readonly changeZone: string;
  readonly findZone: string;
  readonly noZone: string;
  readonly zoneChanged: string;
  readonly loading: string;
  readonly notLoaded: string;
  readonly tryAgain: string;
  readonly book: string;
  readonly move: string;
  readonly notOffered: string;
  readonly bookedAlready: string;
  readonly seeBooking: string;
  readonly awayFromTo: string;
  readonly awayOn: string;
  readonly awayAt: string;
  readonly replacement: string;
  readonly bookWith: string;
  readonly sendingBooking: string;
  readonly sendingMove: string;
  readonly clock12: string;
  readonly clock24: string;
}

export interface FormWords {
  readonly howLong: string;
  readonly howMany: string;
  readonly back: string;
  readonly heading: string;
  readonly moveHeading: string;
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly hostCalls: string;
  readonly youCall: string;
  readonly addGuests: string;
  readonly guests: string;
  readonly guestsHint: string;
  readonly where: string;
  readonly address: string;
  readonly addressDetails: string;
  readonly reason: string;
  readonly optional: string;
  readonly choose: string;
  readonly shared: string;
  readonly leaveEmpty: string;
  readonly required: string;
  readonly notTicked: string;
  readonly invalidEmail: string;
  readonly invalidPhone: string;
  readonly invalidGuests: string;
  readonly invalid: string;
  readonly tooLong: string;
  readonly checkFields: string;
  readonly taken: string;
  readonly takenOthers: string;
  readonly takenNone: string;
  readonly notOffered: string;
  readonly sendAgain: string;
  readonly instead: string;
  /** Of a link with a choice that there is not. */
  readonly unknownZone: string;
  readonly unknownDuration: string;
  readonly sameTime: string;
  readonly offline: string;
  readonly phoneCountry: string;
  readonly code: string;
  readonly codeSent: string;
  readonly wrongCode: string;
  readonly codeGone: string;
}

export interface BookingWords {
  readonly booked: string;
  readonly moved: string;
  readonly confirmed: string;
  readonly cancelled: string;
  readonly over: string;
  readonly sentTo: string;
  readonly movedNote: string;
  readonly cancelledByYou: string;
  readonly cancelledByHost: string;
  readonly reasonGiven: string;
  readonly overNote: string;
  readonly when: string;
  readonly where: string;
  readonly who: string;
  readonly with: string;
  readonly guests: string;
  readonly answers: string;
  readonly join: string;
  readonly addToCalendar: string;
  readonly calendarFile: string;
  readonly google: string;
  readonly outlook: string;
  readonly change: string;
  readonly reschedule: string;
  readonly cancel: string;
  readonly cancelHeading: string;
  readonly keep: string;
  readonly bookAgain: string;
  readonly tooLate: string;
  readonly shared: string;
  readonly hostCalls: string;
  readonly linkFollows: string;
  readonly price: string;
  readonly manage: string;
  readonly now: string;
  readonly keepTime: string;
}

/** Where a visitor pays for a time that is held for them. */
export interface PayWords {
  readonly heading: string;
  readonly held: string;
  readonly pay: string;
  readonly giveUp: string;
  readonly waiting: string;
  readonly waitingHint: string;
  readonly expired: string;
  readonly expiredHint: string;
  readonly refunded: string;
  readonly refundedHint: string;
  readonly failed: string;
  readonly policyFull: string;
  readonly policyUntil: string;
  readonly policyPercent: string;
  readonly policyNone: string;
  readonly paid: string;
  readonly paidBack: string;
}

/** Of a page whose host decides about bookings: to the invitee who makes a request, and to the host who answers it. */
export interface RequestWords {
  readonly notice: string;
  readonly open: string;
  readonly openNote: string;
  readonly confirmed: string;
  readonly confirmedNote: string;
  readonly declined: string;
  readonly declinedNote: string;
  readonly expired: string;
  readonly expiredNote: string;
  readonly withdrawn: string;
  readonly withdrawnNote: string;
  readonly asked: string;
  readonly askedNote: string;
  readonly answeredConfirmed: string;
  readonly answeredDeclined: string;
  readonly answeredExpired: string;
  readonly answeredWithdrawn: string;
  readonly confirm: string;
  readonly decline: string;
  readonly withdraw: string;
  readonly seeEvent: string;
}

export interface SiteWords {
  readonly chooseHost: string;
  readonly anyHost: string;
  readonly inPerson: string;
  readonly phoneCall: string;
  readonly videoCall: string;
  readonly seats: Plural;
  readonly choosePage: string;
  readonly noPages: string;
  readonly noPagesHint: string;
  readonly missing: string;
  readonly missingHint: string;
  readonly missingLink: string;
  readonly missingLinkHint: string;
  readonly missingBooking: string;
  readonly missingBookingHint: string;
  readonly used: string;
  readonly usedHint: string;
  readonly closed: string;
  readonly closedHint: string;
  readonly broken: string;
  readonly brokenHint: string;
  readonly slowDown: string;
  readonly slowDownHint: string;
  readonly allHeld: string;
  readonly allHeldHint: string;
  readonly openRequests: string;
  readonly openRequestsHint: string;
  readonly tooMany: string;
  readonly tooManyHint: string;
  readonly unsubscribe: string;
  readonly unsubscribeHint: string;
  readonly unsubscribeButton: string;
  readonly unsubscribed: string;
  readonly unsubscribedHint: string;
  readonly language: string;
  readonly by: string;
  readonly zoneHeading: string;
  readonly useZone: string;
  readonly send: string;
  readonly thanks: string;
  readonly redirecting: string;
  readonly continueTo: string;
  readonly missingForm: string;
  readonly missingFormHint: string;
  readonly home: string;
  readonly homeHint: string;
  readonly signIn: string;
  readonly reference: string;
}
