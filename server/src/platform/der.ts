/** What certificates are made of: values in the distinguished encoding of ASN.1. */

/** A value: its tag, its length, its content. */
export function encodeDer(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

export function encodeOid(...bytes: readonly number[]): Buffer {
  return encodeDer(0x06, Buffer.from(bytes));
}

/** With two digits for the year until 2049, and four from then on, as RFC 5280 has it. */
export function encodeTime(time: Date): Buffer {
  const text = time.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return time.getUTCFullYear() < 2050
    ? encodeDer(0x17, Buffer.from(text.slice(2)))
    : encodeDer(0x18, Buffer.from(text));
}
