import { callbackify } from 'node:util';
import pg from 'pg';
import { StartError } from '../start-error.ts';

export interface Host {
  readonly host: string;
  readonly port: number;
}

interface Target {
  /** The same URL with the first host alone, and without what `pg` does not know. */
  readonly url: string;
  readonly hosts: readonly Host[];
}

/**
 * Reads a URL with several hosts, as libpq does: `postgres://user@one:5432,two:5433/daybook?target_session_attrs=read-write`.
 * Undefined for a single host that is taken as it is.
 */
export function parseTarget(url: string): Target | undefined {
  const [, scheme = '', login = '', authority = '', rest = ''] =
    /^(\w+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/.exec(url) ?? [];
  const { wanted, path } = takeSessionAttribute(rest);
  if (!authority.includes(',') && wanted === undefined) return undefined;
  if (!['read-write', 'primary', undefined].includes(wanted))
    throw new StartError(
      `The database URL has target_session_attrs=${wanted}, but Daybook must write; use target_session_attrs=read-write.`,
    );
  const hosts = authority.split(',');
  return { url: `${scheme}${login}${hosts[0]}${path}`, hosts: hosts.map(parseHost) };
}

function takeSessionAttribute(rest: string): { wanted: string | undefined; path: string } {
  const [path = '', query] = rest.split('?', 2);
  if (query === undefined) return { wanted: undefined, path };
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get('target_session_attrs') ?? undefined;
  parameters.delete('target_session_attrs');
  return { wanted, path: parameters.size === 0 ? path : `${path}?${parameters}` };
}

const defaultPort = 5432;

function parseHost(text: string): Host {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (!host)
    throw new StartError(
      `“${text}” in the database URL isn’t a host; separate several with commas, as in one:5432,two:5432.`,
    );
  return { host: decodeURIComponent(host), port: port === undefined ? defaultPort : Number(port) };
}

/** A server that is read only, in the words and with the code of PostgreSQL. */
class ReadOnlyServer extends Error {
  readonly code = '25006';
}

/**
 * A client class for servers of which one is the primary: each connection goes to the one that takes writes. Which one that is
 * is found out by asking all at once, since a server that is cut off answers nothing, and is kept until a connection fails.
 */
export function createPrimaryClient(hosts: readonly Host[]): typeof pg.Client {
  let primary: Promise<Host> | undefined;
  const forget = (error: unknown): never => {
    primary = undefined;
    throw error;
  };
  return class PrimaryClient extends pg.Client {
    readonly #config: pg.ClientConfig;

    constructor(config: pg.ClientConfig) {
      super(config);
      this.#config = config;
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      const connect = () => this.#connectToPrimary().catch(forget);
      if (!callback) return connect();
      callbackify(connect)(callback);
    }

    async #connectToPrimary(): Promise<this> {
      primary ??= findPrimary(this.#config, hosts);
      Object.assign(this, await primary);
      await super.connect();
      await requireWritable(this);
      return this;
    }
  };
}

async function findPrimary(config: pg.ClientConfig, hosts: readonly Host[]): Promise<Host> {
  try {
    return await Promise.any(hosts.map((host) => requirePrimary(config, host)));
  } catch (error) {
    const reasons = (error as AggregateError).errors as readonly Error[];
    // The rule is that all but one are read only, so any other reason says more.
    throw reasons.find((reason) => !(reason instanceof ReadOnlyServer)) ?? reasons[0];
  }
}

async function requirePrimary(config: pg.ClientConfig, host: Host): Promise<Host> {
  const client = Object.assign(new pg.Client(config), host);
  client.on('error', () => {});
  try {
    await client.connect();
    await requireWritable(client);
    return host;
  } finally {
    client.end().catch(() => {});
  }
}

async function requireWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_read_only: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only`,
  );
  if (!rows[0]?.is_read_only) return;
  await client.end();
  throw new ReadOnlyServer('The PostgreSQL server is read only.');
}
