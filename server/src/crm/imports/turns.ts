/** What a batch is given: how the one before it ended, and a way to let the next one begin. */
export interface Turn {
  /** Whether the one before was written; to be asked for last. */
  readonly before: Promise<boolean>;
  /** To be called when nothing is left to do that others could hold up; the end of the work says so, too. */
  readonly hold: () => void;
}

/**
 * Batches in their order, two at a time: while the database writes one, the next is read and begun. A batch that begins finds
 * the one before it with all the locks it needs, so that it may have to wait for it, and never the other way round; and it
 * ends after it. So what is written stays a beginning of the file, whenever a process dies.
 */
export class Turns {
  private last = Promise.resolve(true);
  private held: Promise<void> = Promise.resolve();

  /** Begins a batch, and answers with how the one before it ended. */
  async take(work: (turn: Turn) => Promise<boolean>): Promise<boolean> {
    await this.held;
    const before = this.last;
    this.held = new Promise((hold) => {
      this.last = work({ before, hold }).finally(hold);
    });
    // Whoever takes the next turn hears of it.
    this.last.catch(() => {});
    return before;
  }

  /** How the last one ended. */
  end(): Promise<boolean> {
    return this.last;
  }
}
