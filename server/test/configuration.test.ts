import { describe, expect, test } from 'vitest';
import { generateToken } from '../src/platform/auth/token.ts';
import { readConfig } from '../src/configuration.ts';
import { googleAccess } from '../src/calendars/google/access.ts';
import { microsoftAccess } from '../src/calendars/microsoft/access.ts';
import { retellSettings } from '../src/calls/retell/settings.ts';
import { sipSettings } from '../src/calls/sip/settings.ts';
import { twilioSettings } from '../src/calls/twilio/settings.ts';
import { readSettings } from '../src/platform/settings.ts';
import { StartError } from '../src/platform/start-error.ts';

function refusal(variables: Record<string, string>): string | undefined {
  try {
    readConfig(variables);
    return undefined;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

const token = generateToken();
/** As if one character was mistyped: the checksum at the end no longer fits. */
const mistyped = `dbk_${token[4] === 'a' ? 'b' : 'a'}${token.slice(5)}`;

describe('a value that could never work ends the start with a sentence', () => {
  const noOrigin = 'PUBLIC_URL must be an origin such as https://book.example.org, without a path.';
  const noMailServer = 'SMTP_URL must be an address such as smtp://user:password@host:587.';
  test.each([
    ['HOST', ' 127.0.0.1', 'HOST must be a host name or an address, without spaces.'],
    ['HOST', 'http://localhost', 'HOST must be a host name or an address, without spaces.'],
    ['PORT', 'http', 'PORT must be a whole number.'],
    ['PORT', '65536', 'PORT must be from 0 to 65535.'],
    ['PUBLIC_URL', 'book.example.org', noOrigin],
    ['PUBLIC_URL', 'localhost:4000', noOrigin],
    ['PUBLIC_URL', 'ftp://book.example.org', noOrigin],
    ['PUBLIC_URL', 'https://', noOrigin],
    ['PUBLIC_URL', 'https://example.org/daybook', noOrigin],
    ['PUBLIC_URL', 'https://example.org/?page=1', noOrigin],
    ['PUBLIC_URL', 'https://example.org/#top', noOrigin],
    ['PUBLIC_URL', 'https://ada:secret@example.org', noOrigin],
    [
      'DATABASE_URL',
      'mysql://localhost/daybook',
      'DATABASE_URL must start with postgres:// or postgresql://.',
    ],
    ['DATABASE_POOL', '3', 'DATABASE_POOL must be from 4 to 500.'],
    ['ROLE', 'king', 'ROLE must be all, web, worker or router.'],
    ['SEED', 'none', 'SEED must be demo or empty.'],
    ['SIGNUP', 'maybe', 'SIGNUP must be closed or open.'],
    ['NODE_ENV', 'staging', 'NODE_ENV must be production, development or test.'],
    ['SECRET_KEY_FALLBACK', 'short', 'SECRET_KEY_FALLBACK must have at least 32 characters.'],
    ['SECRET_KEY', 'short', 'SECRET_KEY must have at least 32 characters.'],
    ['RATE_LIMIT', 'no', 'RATE_LIMIT must be off, or two numbers such as 6000,300.'],
    ['RATE_LIMIT', '0,300', 'RATE_LIMIT must be off, or two numbers such as 6000,300.'],
    ['RATE_LIMIT', '6000,0', 'RATE_LIMIT must be off, or two numbers such as 6000,300.'],
    ['TRUST_PROXY', 'true', 'TRUST_PROXY must be addresses or CIDR ranges, separated by commas.'],
    ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY must be addresses or CIDR ranges, separated by commas.'],
    ['OUTBOUND_ALLOW', 'intranet', 'OUTBOUND_ALLOW must be addresses or CIDR ranges, separated by commas.'],
    ['OUTBOUND_DNS', 'dns.example', 'OUTBOUND_DNS must be addresses of DNS servers, separated by commas.'],
    ['OUTBOUND_DNS', '9.9.9.9:99999', 'OUTBOUND_DNS must be addresses of DNS servers, separated by commas.'],
    ['SMTP_URL', 'mail.example.org:587', 'SMTP_URL must start with smtp:// or smtps://.'],
    ['SMTP_URL', 'https://mail.example.org', 'SMTP_URL must start with smtp:// or smtps://.'],
    ['SMTP_URL', 'smtp://', noMailServer],
    ['SMTP_URL', 'smtp://mail.example.org:port', noMailServer],
    ['SMTP_URL', 'smtp://user:100%@mail.example.org', noMailServer],
    ['MAIL_FROM', 'Juniper <hello@juniper.example>', 'MAIL_FROM must be an email address.'],
    ['MAIL_FROM', 'a,b@juniper.example', 'MAIL_FROM must be an email address.'],
    [
      'SIP_URL',
      'trunk.example.org',
      'SIP_URL must be sip:NAME:PASSWORD@HOST:PORT, or sips: for TLS, or with ;transport=tcp.',
    ],
    ['CALL_COUNTRIES', 'DE,Utopia', 'CALL_COUNTRIES must be country codes such as DE,FR.'],
    ['VOICE_URL', 'voice.example.org', 'VOICE_URL must be a web address.'],
    ['VOICE_SECRET', 'secret', 'VOICE_SECRET must be whsec_ and at least 24 bytes in base64.'],
    [
      'TWILIO_FROM_NUMBER',
      '030 1234',
      'TWILIO_FROM_NUMBER must be a phone number in E.164, such as +493012345678.',
    ],
    ['VAPI_ASSISTANT_ID', 'a/b', 'VAPI_ASSISTANT_ID must be an id: letters, digits, - and _.'],
    ['IMPORT_LIMIT_MB', '0', 'IMPORT_LIMIT_MB must be from 1 to 10000.'],
    ['FILE_LIMIT_MB', '0', 'FILE_LIMIT_MB must be from 1 to 1000.'],
    [
      'FILES_S3_URL',
      'https://s3.example/bucket',
      'FILES_S3_URL must be https://KEY:SECRET@HOST/BUCKET?region=REGION.',
    ],
    ['METRICS_TOKEN', 'short', 'METRICS_TOKEN must have at least 16 characters.'],
    ['METRICS_TOKEN', 'sixteen letters and more', 'METRICS_TOKEN must be printable ASCII without spaces.'],
    [
      'MICROSOFT_TENANT',
      'https://example.org',
      'MICROSOFT_TENANT must be a tenant id, a domain, common, organizations or consumers.',
    ],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be debug, info, warn, error or silent.'],
  ])('%s=%s', (name, value, sentence) => {
    expect(refusal({ [name]: value })).toBe(sentence);
  });

  test.each([
    ['a short one', 'short', 'must have at least 40 characters.'],
    ['one longer than any request may carry', 'x'.repeat(513), 'must have at most 512 characters.'],
    ['one with a space', 'x'.repeat(20).concat(' ').repeat(2), 'must be printable ASCII without spaces.'],
    [
      'one of ours with a character mistyped',
      mistyped,
      'looks like a Daybook token but its checksum is wrong; copy it again, or choose one that doesn’t start with dbk_.',
    ],
  ])('BOOTSTRAP_TOKEN: %s', (_what, value, sentence) => {
    expect(refusal({ BOOTSTRAP_TOKEN: value })).toBe(`BOOTSTRAP_TOKEN ${sentence}`);
  });

  test('several wrong values are named at once', () => {
    expect(refusal({ PORT: 'http', ROLE: 'king' })).toBe(
      'PORT must be a whole number. ROLE must be all, web, worker or router.',
    );
    expect(refusal({ PORT: 'http', VOICE_SECRET: 'secret', STRIPE_API_URL: 'stripe' })).toBe(
      'PORT must be a whole number. VOICE_SECRET must be whsec_ and at least 24 bytes in base64. STRIPE_API_URL must be a web address.',
    );
  });

  test.each(['GOOGLE', 'MICROSOFT'])('calendars at %s need a client id and its secret', (name) => {
    const sentence = `${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together; set both or neither.`;
    expect(refusal({ [`${name}_CLIENT_ID`]: 'daybook' })).toBe(sentence);
    expect(refusal({ [`${name}_CLIENT_SECRET`]: 'daybook' })).toBe(sentence);
  });

  test('a pooler needs the address of the database without it', () => {
    const alone = { DATABASE_POOLER_URL: 'postgres://pooler.example.org/daybook' };
    expect(refusal(alone)).toMatch(/^DATABASE_POOLER_URL needs DATABASE_URL too/);
  });

  test.each([
    ['sip:trunk.example', 'UDP', 'trunk.example', 5060],
    ['sip:me:p%40ss@trunk.example:5070;transport=tcp', 'TCP', 'trunk.example', 5070],
    ['sips:me:p%40ss@[2001:db8::1]', 'TLS', '2001:db8::1', 5061],
  ])('a trunk is known by its address: %s', (url, protocol, host, port) => {
    const { trunk } = readSettings(readConfig({ SIP_URL: url }), sipSettings) ?? {};
    expect(trunk?.peer).toEqual({ protocol, host, port });
    expect(trunk?.credentials).toEqual(url.includes('@') ? { username: 'me', password: 'p@ss' } : undefined);
  });

  test('a bucket is known by its address', () => {
    const url = 'https://key:a%2Fb@s3.example:9000/our-files/?region=eu-1';
    expect(readConfig({ FILES_S3_URL: url }).files.bucket).toEqual({
      url: 'https://s3.example:9000/our-files',
      region: 'eu-1',
      accessKey: 'key',
      secretKey: 'a/b',
    });
  });

  test('a voice platform needs its address and its secret', () => {
    const alone = { VOICE_URL: 'https://voice.example.org' };
    expect(refusal(alone)).toBe('VOICE_URL and VOICE_SECRET belong together; set both or neither.');
  });

  test('an account at a hosted platform needs all of its parts', () => {
    expect(refusal({ RETELL_API_KEY: 'key_retell' })).toBe(
      'RETELL_API_KEY, RETELL_AGENT_ID, RETELL_FROM_NUMBER belong together; set all or none.',
    );
    expect(readSettings(readConfig({ TWILIO_TWIML_URL: 'https://voice.example.org' }), twilioSettings)).toBe(
      undefined,
    );
    const retell = {
      RETELL_API_KEY: 'key_retell',
      RETELL_AGENT_ID: 'agent_1',
      RETELL_FROM_NUMBER: '+14155550100',
    };
    const config = readConfig({ ...retell, RETELL_API_URL: 'https://retell.example/' });
    expect(readSettings(config, retellSettings)).toEqual({
      apiUrl: 'https://retell.example',
      apiKey: 'key_retell',
      agentId: 'agent_1',
      fromNumber: '+14155550100',
    });
  });
});

describe('what works is taken', () => {
  test.each([
    ['https://book.example.org', 'https://book.example.org'],
    ['https://book.example.org/', 'https://book.example.org'],
    // As browsers spell the origin of a request, which is compared with it.
    ['HTTPS://Book.Example.org:443', 'https://book.example.org'],
    ['http://[::1]:4000', 'http://[::1]:4000'],
  ])('PUBLIC_URL=%s', (given, publicUrl) => {
    expect(readConfig({ PUBLIC_URL: given }).publicUrl).toBe(publicUrl);
  });

  test.each([
    ['a Daybook token', token],
    ['one that somebody made up', 'a-token-that-somebody-made-up-for-this-test'],
    ['one of another length that starts like ours', 'dbk_'.padEnd(60, 'x')],
  ])('BOOTSTRAP_TOKEN: %s', (_what, given) => {
    expect(readConfig({ BOOTSTRAP_TOKEN: given }).bootstrapToken).toBe(given);
  });

  test('TRUST_PROXY takes addresses, ranges and the names of networks', () => {
    const given = { TRUST_PROXY: '127.0.0.1, 10.0.0.0/8, fd00::/8, uniquelocal' };
    expect(readConfig(given).trustProxy).toBe('127.0.0.1,10.0.0.0/8,fd00::/8,uniquelocal');
  });

  test('MICROSOFT_TENANT says whose accounts are let in', () => {
    const given = { MICROSOFT_CLIENT_ID: 'daybook', MICROSOFT_CLIENT_SECRET: 'secret' };
    const login = 'https://login.microsoftonline.com';
    expect(readSettings(readConfig(given), microsoftAccess.settings)?.tokenUrl).toBe(
      `${login}/common/oauth2/v2.0/token`,
    );
    const config = readConfig({ ...given, MICROSOFT_TENANT: 'example.org' });
    expect(readSettings(config, microsoftAccess.settings)?.authorizeUrl).toBe(
      `${login}/example.org/oauth2/v2.0/authorize`,
    );
    expect(readSettings(config, googleAccess.settings)).toBeUndefined();
  });

  test('an empty variable counts as not set', () => {
    const names = ['PUBLIC_URL', 'BOOTSTRAP_TOKEN', 'METRICS_TOKEN', 'SMTP_URL', 'TRUST_PROXY', 'ROLE'];
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
  });
});
