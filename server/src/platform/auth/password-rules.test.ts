import { describe, expect, test } from 'vitest';
import { createSecrets } from '../secrets.ts';
import { hashPassword, matchPassword } from './password.ts';
import { describePasswordProblem } from './password-rules.ts';

const noor = {
  email: 'noor.haddad@juniper.example',
  firstName: 'Noor',
  lastName: 'Haddad',
  organization: 'Juniper Studio',
};

describe('what is no password', () => {
  test.each(
    `12345678 1234567890 87654321 11111111 00000000 password Password1 P@ssw0rd passw0rd! password123 qwertyuiop qwertz123
    iloveyou letmein1 welcome2027 Winter2027! summer24! admin123 abcdefgh aaaaaaaa abababab passwordpassword monkey12
    football99 Passwort1! azertyuiop dragon123 20270131`.split(/\s+/),
  )('%s is tried first', (password) => {
    expect(describePasswordProblem(password)).toBe('This password is too common. Choose another one.');
  });

  test.each([
    'noor.haddad@juniper.example',
    'Noor Haddad',
    'noorhaddad',
    'NOOR.HADDAD1',
    'haddad-noor',
    'noor2027',
    'juniper studio',
    'JuniperStudio1',
    'juniper123',
    'Jun1per!',
    'studio2027',
    'juniperjuniper',
    'haddad99!',
  ])('%s is their own', (password) => {
    expect(describePasswordProblem(password, noor)).toBe(
      'Must not be your email address, your name or the name of your workspace.',
    );
  });

  test.each([
    'a password for noor',
    'seven quiet herons',
    'kX9#vb2m',
    'längst verschollen',
    '马马虎虎今天好天气',
    'wharf-2-lantern',
  ])('%s is a password: no rule asks for characters of some kind', (password) => {
    expect(describePasswordProblem(password, noor)).toBeUndefined();
  });
});

describe('hashes', () => {
  const secrets = createSecrets(Buffer.alloc(32, 'key'));
  const saltOf = (hash: string) => hash.split('$')[4];

  test('one slow hash answers for all workspaces of an address: the salt follows from the address', async () => {
    const [here, there, other] = await Promise.all([
      hashPassword(secrets, 'Noor@juniper.example', 'seven quiet herons'),
      hashPassword(secrets, 'noor@juniper.example', 'eleven slow tortoises'),
      hashPassword(secrets, 'aiko@juniper.example', 'seven quiet herons'),
    ]);
    expect(saltOf(here)).toBe(saltOf(there));
    expect(saltOf(other)).not.toBe(saltOf(here));
    expect(here).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await matchPassword([here, null, there], 'eleven slow tortoises')).toEqual([false, false, true]);
    expect(await matchPassword([], 'eleven slow tortoises')).toEqual([]);
    const elsewhere = createSecrets(Buffer.alloc(32, 'another'));
    const hash = await hashPassword(elsewhere, 'noor@juniper.example', 'seven quiet herons');
    expect(saltOf(hash)).not.toBe(saltOf(here));
    expect(await matchPassword([hash], 'seven quiet herons')).toEqual([true]);
  });

  test('hashes of other settings and salts are still right', async () => {
    const { hash } = await import('@node-rs/argon2');
    const old = [
      await hash('seven quiet herons'),
      await hash('seven quiet herons', { memoryCost: 8192, timeCost: 3 }),
    ];
    expect(await matchPassword(old, 'seven quiet herons')).toEqual([true, true]);
    expect(await matchPassword(old, 'eleven slow tortoises')).toEqual([false, false]);
  });
});
