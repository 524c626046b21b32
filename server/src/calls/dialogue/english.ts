import { unwanted } from './english-unwanted.ts';
import { weekdays, type Language, type TimeInWords, type WallTime } from './language.ts';

const hours = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty'];
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');

export const english: Language = {
  name: 'English',
  weekdays,
  hours: Object.fromEntries(hours.map((word, index) => [word, index + 1])),
  timeInWords,
  phrases: {
    stop: [
      '[please] (stop | quit) (calling | phoning | bothering) [me | us | here | this number]',
      "[please] (do not | don't | never) (call | phone | contact | bother) [me | us | here | this number] (again | anymore | any more)",
      "[please] (do not | don't | never) (call | phone | contact | bother) (me | us | here | this number)",
      '[please] [can you | could you] (take | remove) (me | us | my number | this number | my name) (off | from) (your | the) [call | calling] list',
      '[please] (delete | remove | lose) my number',
      '[please] put me on (your | the) do not call list',
      "[sorry | no] [i think] [you have | you've got | you got | this is | it's] [the | a] wrong number",
      "[sorry | no] [thanks | thank you] [i'm | i am | we're | we are] not interested [thanks | thank you | at all]",
      '[please] leave (me | us) alone | go away | no more calls [please] | unsubscribe [me]',
      "[no] not for me [thanks | thank you] | [no] i (don't | do not) want this",
      "i (don't | do not) want (any | any more | these | your) calls | i (don't | do not) want to be called [again]",
    ].join(' | '),
    unwanted,
    callBack: '[not now] [please] call [me] [back] [again] (tomorrow | on <day>) [(after | at) <hour>]',
    callBackTime: '(tomorrow | on <day>) [(after | at) <hour>]',
    repeat: '[please] (repeat that | say that again | what were the times)',
    notNow: 'not now',
    yes: "(yes | yeah) [please] | [yes] (that's | that is) (right | correct) | correct",
    likeYes: 'yet guess jess chess less yep yell dress just incorrect nope'.split(' '),
    beyondYes:
      "yes please but if not on in at the a is it that this wait what who when where why how i you he they mean think would can will do don't have was be maybe actually well no never yesterday right wrong okay sorry moment later today tomorrow monday tuesday wednesday thursday friday morning afternoon prefer other time and or for to of my me can't only after before one two three stop call".split(
        ' ',
      ),
    no: "no [no] [thanks | thank you] | nope | that's wrong | that is wrong",
    undo: "no [no] [thanks | thank you | wait | stop] | nope | [no] (that's | that is | it's) (wrong | not right) | [no] [please] cancel [it | that | this] | i (said | meant) no | [no] not that [one]",
    thanks:
      '(thanks | thank you) [very much] [bye | goodbye] | bye [bye] | goodbye | okay [thanks | thank you | bye | goodbye] | great | perfect | yes [please]',
    later: '[no] (later | something later | later please | none of them | none of these)',
    offer({ weekday, clock, half }, index) {
      const lead = "[i'll take | i would like | let's take]";
      const ordinals = ['first', 'second', 'third'];
      return [
        `${lead} the ${ordinals[index]} [one] [please]`,
        `(number | option) ${hours[index]} [please]`,
        `${lead} [on] ${weekday} [at ${clock} [${half}]] [please]`,
        `${lead} [at] ${clock} ${half} [please]`,
      ];
    },
  },
  sentences: {
    greeting: ({ firstName, company }) =>
      `Hello ${firstName}. This is an automated assistant calling for ${company}.`,
    isRecorded: 'This call is recorded.',
    purpose: (title) => `I would like to arrange ${title} with you.`,
    onClockOf: (city) => `All times are in ${city} time.`,
    list(spoken) {
      const names = ['First', 'Second', 'Third'];
      const list = spoken.map((time, index) => `${names[index]}: ${time}.`);
      const count = spoken.length === 1 ? 'one time' : `${hours[spoken.length - 1]} times`;
      return `I have ${count}. ${list.join(' ')} Which one suits you?`;
    },
    message: ({ firstName, company, title }) =>
      `Hello ${firstName}. This is an automated assistant calling for ${company}, to arrange ${title} with you. We will be in touch. Goodbye.`,
    confirm: (spoken) => `${spoken}. Is that right?`,
    howToConfirm: 'Please say, yes please, or, no thanks.',
    booked: (spoken) => `You are booked for ${spoken}. You will get an email with the details.`,
    howToUndo: 'If that is wrong, say no.',
    canceled: 'All right, I have canceled it.',
    notCanceled: "I am sorry, I can't cancel it by phone. The email has a link for that.",
    taken: 'I am sorry, that time has just been taken.',
    allRight: 'All right.',
    noTimes: 'There is no free time at the moment.',
    noOtherTimes: 'There are no other times.',
    noBetterTimes: 'I have no better times.',
    notByPhone: "I am sorry, I can't book this by phone.",
    inTouch: (company) => `${company} will be in touch.`,
    linkSent: 'I have sent you an email with a link, where you can choose a time.',
    goodbye: 'Goodbye.',
    stopped: 'I will not call you again.',
    callBackQuestion: 'When may I call again? For example, tomorrow after four.',
    callBack(day, hour) {
      const on = day === 'today' || day === 'tomorrow' ? day : `on ${day}`;
      return `I will call you ${on}${hour === undefined ? '' : ` after ${hourInWords(hour)}`}.`;
    },
    again: 'Sorry, I did not understand.',
    notUnderstood: 'I am sorry, I do not understand.',
    digitsToConfirm: 'Or press 1 for yes, and 2 for no.',
    digitsToChoose(count) {
      const keys = Array.from({ length: count }, (_, index) => index + 1).join(', ');
      return `Or press ${keys} for a time, and 9 if you want no more calls.`;
    },
  },
};

function timeInWords({ weekday: index, month, dayOfMonth, minute }: WallTime): TimeInWords {
  const weekday = weekdays[index] ?? 'monday';
  const clock = spokenClock(minute);
  const half = minute < 720 ? 'a m' : 'p m';
  const name = `${weekday.slice(0, 1).toUpperCase()}${weekday.slice(1)}`;
  const date = `${months[month - 1]} ${ordinal(dayOfMonth)}`;
  return { spoken: `${name}, ${date}, at ${clock} ${half.toUpperCase()}`, weekday, clock, half };
}

const hourInWords = (hour: number): string => hours[(hour + 11) % 12] ?? '';

function spokenClock(minute: number): string {
  const hour = hourInWords(Math.floor(minute / 60));
  const rest = minute % 60;
  if (rest === 0) return hour;
  if (rest < 10) return `${hour} oh ${hours[rest - 1]}`;
  if (rest < 20) return `${hour} ${teens[rest - 10]}`;
  const unit = rest % 10 === 0 ? '' : ` ${hours[(rest % 10) - 1]}`;
  return `${hour} ${tens[Math.floor(rest / 10)]}${unit}`;
}

function ordinal(day: number): string {
  const ending =
    day % 10 === 1 && day !== 11
      ? 'st'
      : day % 10 === 2 && day !== 12
        ? 'nd'
        : day % 10 === 3 && day !== 13
          ? 'rd'
          : 'th';
  return `${day}${ending}`;
}
