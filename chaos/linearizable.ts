/** What one caller did to one bookable time of a host, and when. */
export interface Operation {
  readonly kind: 'book' | 'cancel';
  /** Who has the time after booking it, and gives it back by cancelling. */
  readonly booking: string;
  /** Whether it had its effect; a booking without one found the time taken. */
  readonly isDone: boolean;
  readonly startedMs: number;
  /** Infinity when no answer came: it may have happened at any moment after its start. */
  readonly endedMs: number;
}

/**
 * Whether some order explains all answers: one that keeps operations that did not overlap in time in their order, and in
 * which a booking succeeds exactly when nobody has the time. Depth first, without looking twice at the same set of operations
 * done with the same owner (Wing and Gong, with Lowe's memory).
 */
export function isLinearizable(operations: readonly Operation[]): boolean {
  const seen = new Set<string>();
  const search = (left: readonly number[], owner: string): boolean => {
    if (left.length === 0) return true;
    const key = `${left.join()} ${owner}`;
    if (seen.has(key)) return false;
    seen.add(key);
    const firstEndMs = Math.min(...left.map((index) => at(index).endedMs));
    return left.some((index) => {
      const operation = at(index);
      const next = operation.startedMs <= firstEndMs ? ownerAfter(operation, owner) : undefined;
      return (
        next !== undefined &&
        search(
          left.filter((other) => other !== index),
          next,
        )
      );
    });
  };
  const at = (index: number): Operation => operations[index] as Operation;
  const order = [...operations.keys()].sort((a, b) => at(a).endedMs - at(b).endedMs);
  return search(order, nobody);
}

const nobody = '';

/** Who has the time afterwards; undefined when this could not have happened. */
function ownerAfter({ kind, booking, isDone }: Operation, owner: string): string | undefined {
  if (kind === 'cancel') return owner === booking ? nobody : undefined;
  if (isDone) return owner === nobody ? booking : undefined;
  return owner === nobody ? undefined : owner;
}
