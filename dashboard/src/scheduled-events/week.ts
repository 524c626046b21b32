import { minutesPerDay } from '@daybook/booking/calendar';

/** Where events stand in a week: pieces of days, side by side where they overlap. Pure, so that Node can test it. */

interface Times {
  readonly startTime: string;
  readonly endTime: string;
}

/** A part of an event on one day, in minutes from its midnight. */
export interface Piece<Event> {
  readonly event: Event;
  readonly day: number;
  readonly from: number;
  readonly to: number;
}

/** Days and minutes as the reader's clock shows an instant. */
type WallOf = (instant: string) => { readonly day: number; readonly clock: string };

/** An event over midnight has a piece on each of its days; those outside of the days that are shown are left out. */
export function splitIntoPieces<Event extends Times>(
  events: readonly Event[],
  { first, last, wallOf }: { readonly first: number; readonly last: number; readonly wallOf: WallOf },
): Piece<Event>[] {
  return events.flatMap((event) => {
    const [starts, ends] = [wallOf(event.startTime), wallOf(event.endTime)];
    const pieces: Piece<Event>[] = [];
    for (let day = Math.max(first, starts.day); day <= Math.min(last, ends.day); day++) {
      const from = day === starts.day ? minuteOf(starts.clock) : 0;
      const to = day === ends.day ? minuteOf(ends.clock) : minutesPerDay;
      // Clocks that go back can let an event end before it began.
      if (to > from) pieces.push({ event, day, from, to });
      else if (day === starts.day && starts.day === ends.day)
        pieces.push({ event, day, from, to: from + 15 });
    }
    return pieces;
  });
}

function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** The place of a piece among those it overlaps with, directly or through others. */
export interface PlacedPiece<Event> extends Piece<Event> {
  readonly column: number;
  readonly columns: number;
}

const minMinutes = 20;

/** What is shorter than a line of text takes the room of one. */
export function placePieces<Event>(pieces: readonly Piece<Event>[]): PlacedPiece<Event>[] {
  const sorted = pieces.toSorted((a, b) => a.day - b.day || a.from - b.from || b.to - a.to);
  const done: PlacedPiece<Event>[] = [];
  let cluster: { piece: Piece<Event>; column: number }[] = [];
  let clusterEnd = -1;
  const finish = (): void => {
    const columns = Math.max(0, ...cluster.map(({ column }) => column)) + 1;
    done.push(...cluster.map(({ piece, column }) => ({ ...piece, column, columns })));
    cluster = [];
  };
  for (const piece of sorted) {
    const starts = piece.day * minutesPerDay + piece.from;
    if (starts >= clusterEnd) finish();
    const taken = new Set(
      cluster.filter(({ piece: other }) => endOf(other) > starts).map(({ column }) => column),
    );
    let column = 0;
    while (taken.has(column)) column += 1;
    cluster.push({ piece, column });
    clusterEnd = Math.max(cluster.length === 1 ? -1 : clusterEnd, endOf(piece));
  }
  finish();
  return done;
}

function endOf({ day, from, to }: Piece<unknown>): number {
  return day * minutesPerDay + Math.max(to, from + minMinutes);
}

/** The first day of the week in which a day lies. */
export function startOfWeek(day: number, weekday: number, weekStartsOn: number): number {
  return day - ((weekday - weekStartsOn + 7) % 7);
}
