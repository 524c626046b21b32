/** A reason not to start. Its message is one sentence that a stranger can act on. */
export class StartError extends Error {}
