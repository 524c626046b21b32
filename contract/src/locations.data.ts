/**
 * The kinds of location a page can offer. What differs between kinds stands here and nowhere else: the contract's enum, the
 * checks of a booking, mails and pages are derived from it. Plain data without imports, so that browsers can have it.
 */
interface LocationKind {
  /** The display name that callers read. Pages and mails translate those that are no brand. */
  readonly label: string;
  readonly icon: 'pin' | 'phone' | 'video';
  /** Fields of `locationOptions` that a booking must have when it names only the kind. */
  readonly requiredOptions: readonly LocationOption[];
  /** Whether the invitee's phone number is required. */
  readonly needsPhone: boolean;
}

export type LocationOption = 'address' | 'details' | 'callType';

export const locationKinds = {
  IN_PERSON: {
    label: 'In Person',
    icon: 'pin',
    requiredOptions: ['address', 'details'],
    needsPhone: false,
  },
  PHONE_CALL: { label: 'Phone Call', icon: 'phone', requiredOptions: ['callType'], needsPhone: true },
  ZOOM: { label: 'Zoom', icon: 'video', requiredOptions: [], needsPhone: false },
  GOOGLE_MEET: { label: 'Google Meet', icon: 'video', requiredOptions: [], needsPhone: false },
  MICROSOFT_TEAMS: { label: 'Microsoft Teams', icon: 'video', requiredOptions: [], needsPhone: false },
} as const satisfies Record<string, LocationKind>;

export type LocationType = keyof typeof locationKinds;
export type LocationLabel = (typeof locationKinds)[LocationType]['label'];

export const locationTypes = Object.keys(locationKinds) as LocationType[];

export function locationKind(type: LocationType): LocationKind {
  return locationKinds[type];
}

/** The kind that a display name stands for. */
export function locationTypeOf(label: string): LocationType | undefined {
  return locationTypes.find((type) => locationKinds[type].label === label);
}
