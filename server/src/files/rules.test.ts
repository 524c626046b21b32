import { expect, test } from 'vitest';
import { formatDisposition, detectKind, toSafeName } from './rules.ts';

const typeOf = (start: string, name: string) => detectKind(Buffer.from(start, 'latin1'), name)?.type;

test('the content says what a file is, and the name only which of those that begin alike', () => {
  expect(typeOf('%PDF-1.7', 'virus.exe')).toBe('application/pdf');
  expect(typeOf('PK\u0003\u0004', 'offer.docx')).toContain('wordprocessingml');
  expect(typeOf('PK\u0003\u0004', 'offer.jar')).toBe('application/zip');
  expect(typeOf('Name,Age', 'list.csv')).toBe('text/csv');
  expect(typeOf('echo hello', 'run.bat')).toBe('text/plain');
});

test('markup in which a script could stand is not taken, whatever it is called', () => {
  const wide = Buffer.from('\uFEFF<svg onload="x">', 'utf16le').toString('latin1');
  for (const text of [
    wide,
    '<!doctype html>',
    '\u00ef\u00bb\u00bf <svg onload="x">',
    '\n<?xml version="1.0"?>',
  ])
    expect(typeOf(text, 'harmless.txt')).toBeUndefined();
});

test('a name has no folders, no characters of shells, no change of direction, and ends as its kind does', () => {
  const pdf = detectKind(Buffer.from('%PDF-1.7'), '');
  const text = detectKind(Buffer.from('hello'), '');
  if (!pdf || !text) throw new Error('These are taken.');
  expect(toSafeName('../../etc/Offer: <final>?.PDF', pdf)).toBe('Offer final.PDF');
  expect(toSafeName('C:\\temp\\invoice\u202efdp.exe', pdf)).toBe('invoicefdp.exe.pdf');
  expect(toSafeName('run.bat', text)).toBe('run.bat.txt');
  expect(toSafeName('..', pdf)).toBe('file.pdf');
  expect(toSafeName('con.pdf', pdf)).toBe('file-con.pdf');
  expect(toSafeName(`${'ü'.repeat(300)}.pdf`, pdf)).toBe(`${'ü'.repeat(150)}.pdf`);
});

test('the header that names it can’t be broken out of', () => {
  expect(formatDisposition('größe "x"; y.pdf')).toBe(
    `attachment; filename="gr__e _x_; y.pdf"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%22x%22%3B%20y.pdf`,
  );
});
