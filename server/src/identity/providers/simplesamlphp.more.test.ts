import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../../test/browse.ts';
import { findFreePort } from '../../../test/cells.ts';
import { locateFile, provideProgram } from '../../../test/debian.ts';
import { useDns } from '../../../test/dns.ts';
import { useApp } from '../../../test/harness.ts';
import { pollUntil } from '../../../test/process/daybook.ts';
import { verifyDomain } from '../../../test/single-sign-on.ts';
import { createOwnKey } from '../saml/public.ts';

const missing = await provideProgram({
  commands: ['php8.2'],
  packages: ['simplesamlphp', 'php-cli', 'php-xml'],
  purpose: 'sign-in by SAML with SimpleSAMLphp',
});

describe.skipIf(missing)('SimpleSAMLphp', { meta: { notTested: missing } }, () => {
  const dns = useDns();
  const app = useApp({
    config: {
      get outboundDns() {
        return dns.servers;
      },
      outboundAllow: ['127.0.0.0/8'],
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'daybook-simplesamlphp-'));
  const site = { url: '', php: undefined as ChildProcess | undefined };
  // oxlint-disable-next-line no-explicit-any -- as it came over the wire
  let provider: any;
  const change = async (fields: object) =>
    (provider = (await app.patch(`/identity-providers/${provider.uuid}`, fields)).body.resource);

  beforeAll(async () => {
    const port = await findFreePort();
    site.url = `http://127.0.0.1:${port}`;
    await writeSettings();
    site.php = startPhp(port);
    const metadataUrl = `${site.url}/saml2/idp/metadata.php`;
    await pollUntil(
      () =>
        fetch(metadataUrl)
          .then(({ ok }) => ok || undefined)
          .catch(() => undefined),
      30_000,
    );
    await verifyDomain(app, dns, 'juniper.example');
    const { body, status } = await app.post('/identity-providers', {
      ...{ kind: 'saml', name: 'SimpleSAMLphp', metadataUrl, domains: ['juniper.example'] },
      attributes: { groups: 'groups' },
      roleMapping: [{ group: 'Daybook admins', role: 'admin' }],
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    provider = body.resource;
    await change({ isEnabled: true });
    writeService(false);
  }, 120_000);
  afterAll(() => {
    site.php?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  async function writeSettings(): Promise<void> {
    for (const name of ['config', 'metadata', 'cert', 'data']) mkdirSync(join(folder, name));
    const { privateKey, certificate } = await createOwnKey(new Date());
    writeFileSync(join(folder, 'cert/idp.pem'), privateKey);
    const lines = certificate.match(/.{1,64}/g)?.join('\n');
    writeFileSync(
      join(folder, 'cert/idp.crt'),
      `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    );
    const folders = ['certdir', 'loggingdir', 'datadir', 'tempdir', 'session.phpsession.savepath'];
    write('config/config.php', 'config', {
      ...Object.fromEntries(
        folders.map((name) => [name, `${folder}/${name === 'certdir' ? 'cert' : 'data'}/`]),
      ),
      baseurlpath: `${site.url}/`,
      metadatadir: `${folder}/metadata`,
      secretsalt: 'of these tests alone',
      'auth.adminpassword': 'of these tests alone',
      timezone: 'UTC',
      'logging.handler': 'file',
      'enable.saml20-idp': true,
      'store.type': 'phpsession',
      'module.enable': { exampleauth: true },
      'trusted.url.domains': ['127.0.0.1'],
      'language.available': ['en'],
    });
    const nadia = {
      ...{ uid: ['nadia'], mail: ['nadia@juniper.example'], givenName: ['Nadia'], sn: ['Rahal'] },
      groups: ['staff', 'Daybook admins'],
    };
    write('config/authsources.php', 'config', {
      people: { 0: 'exampleauth:UserPass', 'nadia:secret': nadia },
    });
    write('metadata/saml20-idp-hosted.php', 'metadata', {
      [`${site.url}/idp`]: {
        ...{ host: '__DEFAULT__', privatekey: 'idp.pem', certificate: 'idp.crt', auth: 'people' },
        'saml20.sign.assertion': true,
        'redirect.sign': true,
        NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        'simplesaml.nameidattribute': 'uid',
      },
    });
    write('metadata/saml20-sp-remote.php', 'metadata', {});
  }

  /** Writes a PHP file that sets one variable. */
  function write(name: string, variable: string, value: object): void {
    const json = JSON.stringify(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'");
    writeFileSync(join(folder, name), `<?php\n$${variable} = json_decode('${json}', true);\n`);
  }

  /** What the guide tells to enter. SimpleSAMLphp verifies our requests, too. */
  function writeService(encrypts: boolean): void {
    const { entityId, acsUrl, sloUrl, certificate } = provider.service;
    write('metadata/saml20-sp-remote.php', 'metadata', {
      [entityId]: {
        ...{ AssertionConsumerService: acsUrl, SingleLogoutService: sloUrl, certData: certificate },
        'saml20.sign.assertion': true,
        'validate.authnrequest': true,
        'validate.logout': true,
        'assertion.encryption': encrypts,
      },
    });
  }

  function startPhp(port: number): ChildProcess {
    const extensions = [
      'dom',
      'simplexml',
      'xml',
      'ctype',
      'posix',
      'tokenizer',
      'iconv',
      'fileinfo',
      'gettext',
    ];
    const settings = [
      `extension_dir=${locateFile('/usr/lib/php/20220829')}`,
      ...extensions.map((name) => `extension=${name}`),
      `error_log=${folder}/data/php.log`,
      // Notices would be part of the pages.
      'display_errors=0',
    ].flatMap((setting) => ['-d', setting]);
    const root = locateFile('/usr/share/simplesamlphp/www');
    return spawn('php8.2', ['-n', ...settings, '-S', `127.0.0.1:${port}`, '-t', root], {
      stdio: 'ignore',
      env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: `${folder}/config` },
    });
  }

  const person = { username: 'nadia', password: 'secret' };
  const session = async ({ findCookie }: ReturnType<typeof openBrowser>) => {
    const headers = { cookie: `daybook_session=${findCookie('daybook_session') ?? ''}` };
    const { status, body } = await app.get('/session', { token: null, headers });
    return status === 200 ? body.resource.user : status;
  };
  const nadia = { email: 'nadia@juniper.example', firstName: 'Nadia', lastName: 'Rahal', role: 'admin' };

  test('signs a person in who begins here, with a request that is verified there', async () => {
    const browser = openBrowser(app, person);
    const { url } = await browser.visit(provider.service.startUrl);
    expect(new URL(url).pathname).toBe('/app');
    expect(await session(browser)).toMatchObject(nadia);
  });

  test('signs the same person in who begins there, at the page that the portal names', async () => {
    await change({ allowsUnsolicited: true });
    const browser = openBrowser(app, person);
    const query = new URLSearchParams({
      spentityid: provider.service.entityId,
      RelayState: '/app/scheduled-events',
    });
    const { url } = await browser.visit(`${site.url}/saml2/idp/SSOService.php?${query}`);
    expect(new URL(url).pathname).toBe('/app/scheduled-events');
    expect(await session(browser)).toMatchObject(nadia);
  });

  test('encrypts an assertion, which is decrypted here', async () => {
    writeService(true);
    const browser = openBrowser(app, person);
    await browser.visit(provider.service.startUrl);
    expect(await session(browser)).toMatchObject(nadia);
  });

  test('signs out there and here', async () => {
    const browser = openBrowser(app, person);
    await browser.visit(provider.service.startUrl);
    expect(await session(browser)).toMatchObject(nadia);
    const done = `${site.url}/saml2/idp/metadata.php`;
    const query = new URLSearchParams({ ReturnTo: done });
    const { url } = await browser.visit(`${site.url}/saml2/idp/SingleLogoutService.php?${query}`);
    expect(url).toBe(done);
    expect(await session(browser)).toBe(401);
  });
});
