// oxlint-disable max-lines -- every criterion stands in one list, in the order of the standard
/**
 * Every success criterion of WCAG 2.2, levels A and AA, with what judges it: our tests, and what a person looked at.
 * `tools/accessibility.ts` writes docs/run/accessibility.md from it, and fails if a criterion has neither.
 */

export interface HandCheck {
  readonly date: string;
  readonly what: string;
}

export interface Criterion {
  readonly number: string;
  readonly name: string;
  readonly level: 'A' | 'AA';
  /** As `file > beginning of the test's name`. */
  readonly tests: readonly string[];
  readonly hand?: HandCheck;
  /** Why there is nothing in Daybook that it is about. */
  readonly notApplicable?: string;
}

const dashboard = (name: string): string => `e2e/accessibility/dashboard.test.ts > ${name}`;
const pages = (name: string): string => `e2e/accessibility/public.test.ts > ${name}`;
const forms = (name: string): string => `e2e/accessibility/forms.test.ts > ${name}`;
const shell = (name: string): string => `e2e/dashboard/shell.test.ts > ${name}`;

const axe = [
  dashboard('axe finds nothing in light mode'),
  dashboard('axe finds nothing in Arabic'),
  pages('axe finds nothing in light mode, dark mode and Arabic'),
];
const contrast = [
  dashboard('colors have enough contrast, and targets enough size or space'),
  pages('axe finds nothing in light mode, dark mode and Arabic'),
];
const names = [
  dashboard('everything that needs a name has one'),
  dashboard('screen readers announce the same as before'),
  pages('everything that needs a name has one'),
];
const keyboard = [
  dashboard('a keyboard reaches everything'),
  pages('a keyboard reaches everything'),
  'e2e/access.test.ts > 7, 8, 9: a whole booking, with the focus at each step',
];
const overlays = [dashboard('menus and dialogs open by Enter')];
const reflow = [dashboard('at 320 pixels, as at 400 % zoom'), pages('at 320 pixels, as at 400 % zoom')];
const motion = [dashboard('with reduced motion nothing moves'), pages('with reduced motion nothing moves')];

const looked = (what: string): { readonly hand: HandCheck } => ({ hand: { date: '2026-11-18', what } });
const noVideo = { tests: [], notApplicable: 'Daybook shows no video.' };

export const criteria: readonly Criterion[] = [
  { number: '1.1.1', name: 'Non-text Content', level: 'A', tests: [...axe, ...names] },
  {
    number: '1.2.1',
    name: 'Audio-only and Video-only (Prerecorded)',
    level: 'A',
    tests: ['e2e/smoke/calls.test.ts > a call is placed, read with its attempts and transcript'],
    ...looked('Read in the code: a recording is shown with its transcript.'),
  },
  { number: '1.2.2', name: 'Captions (Prerecorded)', level: 'A', ...noVideo },
  { number: '1.2.3', name: 'Audio Description or Media Alternative', level: 'A', ...noVideo },
  { number: '1.2.4', name: 'Captions (Live)', level: 'AA', ...noVideo },
  { number: '1.2.5', name: 'Audio Description (Prerecorded)', level: 'AA', ...noVideo },
  { number: '1.3.1', name: 'Info and Relationships', level: 'A', tests: [...axe, ...names] },
  {
    number: '1.3.2',
    name: 'Meaningful Sequence',
    level: 'A',
    tests: [dashboard('screen readers announce the same as before')],
  },
  {
    number: '1.3.3',
    name: 'Sensory Characteristics',
    level: 'A',
    tests: ['tools/accessibility.test.ts > no text names a thing by its place, shape or color alone'],
  },
  {
    number: '1.3.4',
    name: 'Orientation',
    level: 'AA',
    tests: ['tools/accessibility.test.ts > nothing depends on the orientation of the screen', ...reflow],
  },
  {
    number: '1.3.5',
    name: 'Identify Input Purpose',
    level: 'AA',
    tests: [forms('fields about the visitor say what they are for')],
  },
  {
    number: '1.4.1',
    name: 'Use of Color',
    level: 'A',
    tests: [
      ...axe,
      dashboard('forced colors show what is chosen'),
      pages('forced colors show what is chosen'),
    ],
  },
  {
    number: '1.4.2',
    name: 'Audio Control',
    level: 'A',
    tests: ['tools/accessibility.test.ts > nothing plays or moves by itself'],
  },
  { number: '1.4.3', name: 'Contrast (Minimum)', level: 'AA', tests: contrast },
  {
    number: '1.4.4',
    name: 'Resize Text',
    level: 'AA',
    tests: ['e2e/access.test.ts > text of twice the size: nothing overflows sideways', ...reflow],
  },
  {
    number: '1.4.5',
    name: 'Images of Text',
    level: 'AA',
    tests: [],
    ...looked(
      'Read in the code: images are icons, faces, the QR code of an authenticator, and logos and pictures that users upload.',
    ),
  },
  { number: '1.4.10', name: 'Reflow', level: 'AA', tests: reflow },
  {
    number: '1.4.11',
    name: 'Non-text Contrast',
    level: 'AA',
    tests: [dashboard('fields have edges that stand out'), pages('fields have edges that stand out')],
  },
  {
    number: '1.4.12',
    name: 'Text Spacing',
    level: 'AA',
    tests: [dashboard('wider spacing of text cuts nothing'), pages('wider spacing of text cuts nothing')],
  },
  {
    number: '1.4.13',
    name: 'Content on Hover or Focus',
    level: 'AA',
    tests: ['tools/accessibility.test.ts > nothing is shown by pointing alone'],
  },
  { number: '2.1.1', name: 'Keyboard', level: 'A', tests: [...keyboard, ...overlays] },
  { number: '2.1.2', name: 'No Keyboard Trap', level: 'A', tests: [...keyboard, ...overlays] },
  {
    number: '2.1.4',
    name: 'Character Key Shortcuts',
    level: 'A',
    tests: [shell('go to areas, create, find and go back; never in a field')],
    ...looked('Read in the code: Settings > Preferences turns single-key shortcuts off.'),
  },
  {
    number: '2.2.1',
    name: 'Timing Adjustable',
    level: 'A',
    tests: [
      shell('after the session has ended, the sign-in is shown over the page'),
      'e2e/return.test.ts > what was typed, over a reload and another language',
    ],
  },
  {
    number: '2.2.2',
    name: 'Pause, Stop, Hide',
    level: 'A',
    tests: [...motion, 'tools/accessibility.test.ts > nothing plays or moves by itself'],
  },
  {
    number: '2.3.1',
    name: 'Three Flashes or Below Threshold',
    level: 'A',
    tests: motion,
  },
  { number: '2.4.1', name: 'Bypass Blocks', level: 'A', tests: [...axe, ...names] },
  {
    number: '2.4.2',
    name: 'Page Titled',
    level: 'A',
    tests: [...axe, dashboard('the title says where one is')],
  },
  { number: '2.4.3', name: 'Focus Order', level: 'A', tests: [...keyboard, ...overlays] },
  { number: '2.4.4', name: 'Link Purpose (In Context)', level: 'A', tests: names },
  {
    number: '2.4.5',
    name: 'Multiple Ways',
    level: 'AA',
    tests: [
      shell('the command menu finds things and pages of every area'),
      'e2e/smoke/docs.test.ts > the documentation finds while one types',
    ],
  },
  {
    number: '2.4.6',
    name: 'Headings and Labels',
    level: 'AA',
    tests: [...names, dashboard('the title says where one is')],
  },
  { number: '2.4.7', name: 'Focus Visible', level: 'AA', tests: keyboard },
  { number: '2.4.11', name: 'Focus Not Obscured (Minimum)', level: 'AA', tests: keyboard },
  {
    number: '2.5.1',
    name: 'Pointer Gestures',
    level: 'A',
    tests: ['tools/accessibility.test.ts > no gesture needs two fingers or a path'],
  },
  {
    number: '2.5.2',
    name: 'Pointer Cancellation',
    level: 'A',
    tests: [
      'e2e/dashboard/records-board.test.ts > by pointer: a card is dragged to another lane; Escape leaves it',
    ],
  },
  {
    number: '2.5.3',
    name: 'Label in Name',
    level: 'A',
    tests: [dashboard('what is seen on a button is part of its name')],
  },
  {
    number: '2.5.4',
    name: 'Motion Actuation',
    level: 'A',
    tests: ['tools/accessibility.test.ts > no gesture needs two fingers or a path'],
    notApplicable: 'Nothing is operated by moving the device.',
  },
  {
    number: '2.5.7',
    name: 'Dragging Movements',
    level: 'AA',
    tests: [
      'e2e/dashboard/records-board.test.ts > by keyboard alone: a card is found, moved, opened',
      'e2e/dashboard/availability.test.ts > with keys alone, hours are resized, moved, added',
    ],
  },
  { number: '2.5.8', name: 'Target Size (Minimum)', level: 'AA', tests: [...contrast, ...reflow] },
  { number: '3.1.1', name: 'Language of Page', level: 'A', tests: axe },
  {
    number: '3.1.2',
    name: 'Language of Parts',
    level: 'AA',
    tests: axe,
    ...looked('Read in the code: names of languages carry their language.'),
  },
  { number: '3.2.1', name: 'On Focus', level: 'A', tests: keyboard },
  {
    number: '3.2.2',
    name: 'On Input',
    level: 'A',
    tests: ['e2e/dashboard/settings.test.ts > preferences act at once and stay'],
  },
  {
    number: '3.2.3',
    name: 'Consistent Navigation',
    level: 'AA',
    tests: [dashboard('the rail has the same areas')],
  },
  {
    number: '3.2.4',
    name: 'Consistent Identification',
    level: 'AA',
    tests: [
      'tools/dashboard-parts.test.ts > %s has one implementation',
      dashboard('screen readers announce the same'),
    ],
  },
  {
    number: '3.2.6',
    name: 'Consistent Help',
    level: 'A',
    tests: [dashboard('help is at the same place on every screen')],
  },
  {
    number: '3.3.1',
    name: 'Error Identification',
    level: 'A',
    tests: [
      'e2e/booking.test.ts > 16: errors are shown at their fields, and the first invalid field is focused',
      'e2e/dashboard/settings.test.ts > name, link, zone and picture; a wrong link is said at its field',
    ],
  },
  { number: '3.3.2', name: 'Labels or Instructions', level: 'A', tests: [...axe, ...names] },
  {
    number: '3.3.3',
    name: 'Error Suggestion',
    level: 'AA',
    tests: ['e2e/booking.test.ts > 12: a time taken meanwhile: nothing typed is lost'],
  },
  {
    number: '3.3.4',
    name: 'Error Prevention (Legal, Financial, Data)',
    level: 'AA',
    tests: [
      'e2e/booking.test.ts > 15: opening changes nothing; moving and cancelling are clicks',
      'e2e/dashboard/records-board.test.ts > a file is assigned, tried, imported without its wrong values, and undone',
    ],
  },
  {
    number: '3.3.7',
    name: 'Redundant Entry',
    level: 'A',
    tests: [forms('what a visitor has typed once is there when the event is rescheduled')],
  },
  {
    number: '3.3.8',
    name: 'Accessible Authentication (Minimum)',
    level: 'AA',
    tests: [
      forms('passwords can be pasted and filled in by a password manager, and nothing is to be solved'),
    ],
  },
  { number: '4.1.2', name: 'Name, Role, Value', level: 'A', tests: [...axe, ...names] },
  {
    number: '4.1.3',
    name: 'Status Messages',
    level: 'AA',
    tests: [
      'e2e/access.test.ts > 7, 8, 9: a whole booking, with the focus at each step',
      forms('what was saved is announced without moving the focus'),
    ],
  },
];
