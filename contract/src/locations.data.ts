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
  /** What makes the link where the page gives none; `workspace` is as the workspace has set. */
  readonly conference: 'workspace' | 'zoom' | 'google_meet' | 'microsoft_teams' | null;
}

export type LocationOption = 'address' | 'details' | 'callType';

export const locationKinds = {
  IN_PERSON: {
    label: 'In Person',
    icon: 'pin',
    requiredOptions: ['address', 'details'],
    needsPhone: false,
    conference: null,
  },
  PHONE_CALL: {
    label: 'Phone Call',
    icon: 'phone',
    requiredOptions: ['callType'],
    needsPhone: true,
    conference: null,
  },
  VIDEO_CALL: {
    label: 'Video Call',
    icon: 'video',
    requiredOptions: [],
    needsPhone: false,
    conference: 'workspace',
  },
  ZOOM: {
    label: 'Zoom',
    icon: 'video',
    requiredOptions: [],
    needsPhone: false,
    conference: 'zoom',
  },
  GOOGLE_MEET: {
    label: 'Google Meet',
    icon: 'video',
    requiredOptions: [],
    needsPhone: false,
    conference: 'google_meet',
  },
  MICROSOFT_TEAMS: {
    label: 'Microsoft Teams',
    icon: 'video',
    requiredOptions: [],
    needsPhone: false,
    conference: 'microsoft_teams',
  },
} as const satisfies Record<string, LocationKind>;

export type LocationType = keyof typeof locationKinds;
export type LocationLabel = (typeof locationKinds)[LocationType]['label'];

// Marked as pure, so that scripts of pages that do not use it leave the table out.
export const locationTypes = /* @__PURE__ */ Object.keys(locationKinds) as LocationType[];

export function getLocationKind(type: LocationType): LocationKind {
  return locationKinds[type];
}

/** The kind that a display name stands for. */
export function findLocationType(label: string): LocationType | undefined {
  return locationTypes.find((type) => locationKinds[type].label === label);
}
