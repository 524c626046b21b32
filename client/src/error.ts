/** What an unsuccessful answer says, whatever its shape. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What is wrong with each field of the request, by its dotted path. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** For the people who run the server, whose log has the same. */
  readonly errorId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly missingScopes: readonly string[];

  constructor(status: number, body: ErrorBody, retryAfterSeconds: number | undefined) {
    super(body.error?.message ?? body.message ?? `The server responded with ${status}.`);
    this.status = status;
    this.fields = body.errors ?? {};
    this.errorId = body.error?.error_id ?? body.error_id;
    this.retryAfterSeconds = retryAfterSeconds;
    this.missingScopes = body.error?.required_scopes ?? [];
  }
}

interface ErrorBody {
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly error_id?: string;
  readonly error?: {
    readonly message?: string;
    readonly error_id?: string;
    readonly required_scopes?: readonly string[];
  };
}

export async function parseError(response: Response): Promise<ApiError> {
  // A proxy in between may answer with a page of its own.
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  return new ApiError(response.status, body, parseRetryAfter(response));
}

/** In seconds; a proxy in between may give a date instead. */
export function parseRetryAfter({ headers }: Response): number | undefined {
  const given = headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}
