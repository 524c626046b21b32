import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../test/cells.ts';
import { createCertificate } from '../../test/certificate.ts';
import { provideProgram } from '../../test/debian.ts';
import { useApp } from '../../test/harness.ts';
import { pollUntil } from '../../test/process/daybook.ts';

const missing = await provideProgram({
  commands: ['caddy', 'pebble', 'dnsmasq'],
  packages: ['caddy', 'pebble', 'dnsmasq-base'],
  purpose: 'certificates for own domains with Caddy, Pebble and a real name server',
});

const dnsPort = missing ? 0 : await findFreePort();

describe.skipIf(missing)(
  'Caddy with the configuration of the guide',
  { meta: { notTested: missing } },
  () => {
    const app = useApp({
      config: {
        publicUrl: 'https://daybook.test',
        outboundDns: [`127.0.0.1:${dnsPort}`],
        trustProxy: 'loopback',
      },
    });
    const folder = mkdtempSync(join(tmpdir(), 'daybook-caddy-'));
    const programs: ChildProcess[] = [];
    let ports: Record<'http' | 'https' | 'acme' | 'management' | 'app', number>;
    let authority: string;
    let domain: { uuid: string; records: { value: string }[] };

    beforeAll(async () => {
      const [http, https, acme, management] = await Promise.all([1, 2, 3, 4].map(() => findFreePort()));
      const address = await app.app.listen({ host: '127.0.0.1', port: 0 });
      ports = {
        ...{ http: http ?? 0, https: https ?? 0, acme: acme ?? 0, management: management ?? 0 },
        app: Number(new URL(address).port),
      };
      domain = (await app.post('/domains', { name: 'book.company.test' })).body.resource;
      startDns();
      startPebble();
      authority = await pollUntil(readAuthority, 60_000);
      startCaddy();
      await pollUntil(() => app.post(`/domains/${domain.uuid}/verify`).then(isVerified));
      await pollUntil(() => visit('daybook.test', '/healthz').catch(() => undefined), 30_000);
    }, 120_000);
    afterAll(() => {
      for (const program of programs) program.kill();
      rmSync(folder, { recursive: true, force: true });
    });

    const isVerified = ({ body }: { body: { resource: { state: string } } }) =>
      body.resource.state === 'verified' || undefined;

    function start(command: string, args: readonly string[], env: Record<string, string> = {}): void {
      programs.push(spawn(command, args, { stdio: 'ignore', env: { ...process.env, HOME: folder, ...env } }));
    }

    /** All names lead to this machine: that of the installation, the workspace's, and one that nobody added. */
    function startDns(): void {
      start('dnsmasq', [
        ...['--no-daemon', '--no-resolv', '--no-hosts', '--conf-file=/dev/null', '--pid-file='],
        ...[`--port=${dnsPort}`, '--listen-address=127.0.0.1', '--bind-interfaces', '--user='],
        ...['--host-record=daybook.test,127.0.0.1', '--host-record=stranger.test,127.0.0.1'],
        '--cname=book.company.test,daybook.test',
        `--txt-record=_daybook.book.company.test,${domain.records[1]?.value}`,
      ]);
    }

    function startPebble(): void {
      const { key, cert } = createCertificate();
      for (const [name, text] of Object.entries({ 'acme.key': key, 'acme.pem': cert }))
        writeFileSync(join(folder, name), text);
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
      start('pebble', ['-config', join(folder, 'pebble.json'), '-dnsserver', `127.0.0.1:${dnsPort}`], {
        PEBBLE_VA_NOSLEEP: '1',
        PEBBLE_WFE_NONCEREJECT: '0',
      });
    }

    /** The one in the guide, with the addresses of this test. */
    function startCaddy(): void {
      const guide = readFileSync(new URL('../../../docs/run/domains.md', import.meta.url), 'utf8');
      const [, block = ''] = /^```\n(\{[^`]+)```/m.exec(guide) ?? [];
      const options = [
        `acme_ca https://127.0.0.1:${ports.acme}/dir`,
        `acme_ca_root ${join(folder, 'acme.pem')}`,
        `http_port ${ports.http}`,
        `https_port ${ports.https}`,
        'admin off',
        'skip_install_trust',
      ];
      const here = block
        .replace('{\n', `{\n${options.join('\n')}\n`)
        .replace('book.example.org {', 'daybook.test {')
        .replaceAll('127.0.0.1:4000', `127.0.0.1:${ports.app}`);
      writeFileSync(join(folder, 'Caddyfile'), here);
      start('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
      });
    }

    const readAuthority = async (): Promise<string | undefined> => {
      const ask = (port: number, path: string) => get({ port, path, rejectUnauthorized: false });
      const answers = [ask(ports.acme, '/dir'), ask(ports.management, '/roots/0')];
      const [, root] = await Promise.all(answers).catch(() => []);
      return root?.body;
    };

    /** By the name, as a browser does. Fails unless the certificate is of the authority and for this name. */
    const visit = (name: string, path: string) =>
      get({ port: ports.https, path, servername: name, headers: { host: name }, ca: authority });

    test('a new domain gets its certificate on the first visit', async () => {
      const page = await visit('book.company.test', '/mara-lindqvist');
      expect(page).toMatchObject({ status: 200, names: 'DNS:book.company.test' });
      expect(page.body).toContain('href="https://book.company.test/mara-lindqvist"');
      expect((await visit('book.company.test', '/app')).status).toBe(404);
    }, 60_000);

    test('a domain that nobody added gets none', async () => {
      await expect(visit('stranger.test', '/mara-lindqvist')).rejects.toThrow(
        /alert|EPROTO|ECONNRESET|hang up/i,
      );
    }, 60_000);

    test('the installation itself redirects to the domain, until it is removed', async () => {
      await app.runtime.domains.reload();
      const moved = await visit('daybook.test', '/mara-lindqvist?a=1');
      expect(moved).toMatchObject({ status: 308, location: 'https://book.company.test/mara-lindqvist?a=1' });
      await app.delete(`/domains/${domain.uuid}`);
      const asked = await app.inject({
        method: 'GET',
        url: '/internal/domains/allowed?domain=book.company.test',
      });
      expect(asked.status).toBe(404);
    }, 60_000);
  },
);

interface Answer {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly body: string;
  /** For which the certificate is. */
  readonly names: string | undefined;
}

function get(options: {
  readonly port: number;
  readonly path: string;
  readonly servername?: string;
  readonly headers?: Record<string, string>;
  readonly ca?: string;
  readonly rejectUnauthorized?: boolean;
}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', agent: false, ...options }, (response) => {
      const { subjectaltname: names } = (response.socket as TLSSocket).getPeerCertificate();
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          location: response.headers.location,
          body: Buffer.concat(pieces).toString(),
          names,
        }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}
