import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SealedColumnName, type SealedPlace, sealedColumns } from './places.ts';
import { keyIdOf, sealWith } from './seal.ts';

const seal = sealWith(Buffer.alloc(32, 7));
const place: SealedPlace = { column: 'store.credentials', row: 'one', owner: 'ann' };
const columns = Object.keys(sealedColumns) as SealedColumnName[];
const anyPlace: fc.Arbitrary<SealedPlace> = fc.record({
  column: fc.constantFrom(...columns),
  row: fc.string({ unit: 'binary' }),
  owner: fc.option(fc.string({ unit: 'binary' })),
});
const altered = expect.objectContaining({ code: 'seal.altered', params: {} });

it('opens any text at its own place, and at no other [asvs 11.3.3]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), anyPlace, anyPlace, (secret, here, there) => {
      const sealed = seal.close(secret, here);

      expect(seal.open(sealed, here)).toBe(secret);
      if (JSON.stringify(here) !== JSON.stringify(there)) {
        expect(() => seal.open(sealed, there)).toThrow(altered);
      }
    }),
  );
});

it('opens nothing that was changed anywhere, cut off, or made longer [asvs 11.3.3]', () => {
  const sealed = seal.close('a secret', place);

  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => seal.open(changed, place)).toThrow(/store\.credentials one/);
    expect(() => seal.open(sealed.subarray(0, at), place)).toThrow(altered);
  }
  expect(() => seal.open(Buffer.concat([sealed, Buffer.alloc(1)]), place)).toThrow(altered);
});

it('names the key that is missing, and nothing of the secret', () => {
  const sealed = sealWith(Buffer.alloc(32, 1)).close('a secret', place);

  const missing = { code: 'seal.key-missing', params: { key: keyIdOf(sealed) } };
  expect(() => seal.open(sealed, place)).toThrow(expect.objectContaining(missing));
  expect(sealed.includes('a secret')).toBe(false);
});

it('never seals the same text to the same bytes, and always fingerprints it alike', () => {
  expect(seal.close('a secret', place)).not.toEqual(seal.close('a secret', place));
  expect(seal.fingerprint('a secret')).toEqual(seal.fingerprint('a secret'));
  expect(sealWith(Buffer.alloc(32)).fingerprint('a secret')).not.toEqual(seal.fingerprint('a secret'));
});
