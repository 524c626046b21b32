import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { findFreePort } from './cells.ts';
import { createCertificate } from './certificate.ts';
import { pollUntil } from './process/daybook.ts';

/** A certificate authority (Pebble) and name servers (dnsmasq), with a folder for what programs of a test need. */
export interface Authority {
  readonly folder: string;
  /** With which its own URL is protected. */
  readonly ownCertificate: string;
  /** Of the certificates that it issues. */
  readonly root: string;
  start(command: string, args: readonly string[], env?: Record<string, string>): void;
  close(): void;
}

export const authorityPrograms = { commands: ['pebble', 'dnsmasq'], packages: ['pebble', 'dnsmasq-base'] };

export interface AuthorityPorts {
  readonly dns: number;
  /** Where the authority asks for proofs. */
  readonly http: number;
  readonly https: number;
  readonly acme: number;
  readonly management: number;
}

export async function findAuthorityPorts(): Promise<AuthorityPorts> {
  const [dns = 0, http = 0, https = 0, acme = 0, management = 0] = await Promise.all(
    [1, 2, 3, 4, 5].map(() => findFreePort()),
  );
  return { dns, http, https, acme, management };
}

export function formatAuthorityUrl({ acme }: AuthorityPorts): string {
  return `https://127.0.0.1:${acme}/dir`;
}

/** All of `names` lead to this machine; `records` are options of dnsmasq for more. */
export async function startAuthority(
  ports: AuthorityPorts,
  names: readonly string[],
  records: readonly string[],
): Promise<Authority> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-authority-'));
  const programs: ChildProcess[] = [];
  const start: Authority['start'] = (command, args, env = {}) => {
    programs.push(spawn(command, args, { stdio: 'ignore', env: { ...process.env, HOME: folder, ...env } }));
  };
  start('dnsmasq', [
    ...['--no-daemon', '--no-resolv', '--no-hosts', '--conf-file=/dev/null', '--pid-file='],
    ...[`--port=${ports.dns}`, '--listen-address=127.0.0.1', '--bind-interfaces', '--user='],
    ...names.map((name) => `--host-record=${name},127.0.0.1`),
    ...records,
  ]);
  const { key, cert } = createCertificate();
  writeFileSync(join(folder, 'acme.key'), key);
  writeFileSync(join(folder, 'acme.pem'), cert);
  const pebble = {
    listenAddress: `127.0.0.1:${ports.acme}`,
    managementListenAddress: `127.0.0.1:${ports.management}`,
    certificate: join(folder, 'acme.pem'),
    privateKey: join(folder, 'acme.key'),
    httpPort: ports.http,
    tlsPort: ports.https,
    ocspResponderURL: '',
  };
  writeFileSync(join(folder, 'pebble.json'), JSON.stringify({ pebble }));
  start('pebble', ['-config', join(folder, 'pebble.json'), '-dnsserver', `127.0.0.1:${ports.dns}`], {
    PEBBLE_VA_NOSLEEP: '1',
    PEBBLE_WFE_NONCEREJECT: '0',
  });
  const ask = (from: number, path: string) => visit({ port: from, path, rejectUnauthorized: false });
  const root = await pollUntil(async () => {
    const asked = [ask(ports.acme, '/dir'), ask(ports.management, '/roots/0')];
    const [, answer] = await Promise.all(asked).catch(() => []);
    return answer?.body;
  }, 60_000);
  const close = (): void => {
    for (const program of programs) program.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, ownCertificate: cert, root, start, close };
}

export interface Visit {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly body: string;
  /** For which the certificate is. */
  readonly names: string | undefined;
  readonly serialNumber: string | undefined;
}

/** Fails unless the certificate is of the given authority and for the name. */
export function visit(options: {
  readonly port: number;
  readonly path: string;
  readonly servername?: string;
  readonly headers?: Record<string, string>;
  readonly ca?: string;
  readonly rejectUnauthorized?: boolean;
}): Promise<Visit> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', agent: false, ...options }, (response) => {
      const { subjectaltname: names, serialNumber } = (response.socket as TLSSocket).getPeerCertificate();
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          location: response.headers.location,
          body: Buffer.concat(pieces).toString(),
          names,
          serialNumber,
        }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}
