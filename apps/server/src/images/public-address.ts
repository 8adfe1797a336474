import { timingSafeEqual } from 'node:crypto';
import type { UploadedImage } from '@bowerbird/catalog/stored/uploaded-image';
import { showPublicImage } from '@bowerbird/contract/products/images';
import { apiBase } from '@bowerbird/contract/route';
import { isPublicAddress } from '../fetch/public-address.ts';
import type { Services } from '../services/services.ts';
import { fileNameOf, imageNamed } from './files.ts';

type Signing = Pick<Services, 'seal'>;

/** What a public address is built from. */
export interface ImageAddressing extends Signing {
  config: Pick<Services['config'], 'publicUrl'>;
}

/** Bytes of a signature: short enough for the address limits of stores, and far beyond guessing. */
const signatureBytes = 16;

/**
 * Returns the address by which anybody may read an image: the console's public address with the image's name, signed.
 * The address stays the same as long as the installation keeps its key. Returns null if the console has no address that
 * others can reach.
 */
export function publicImageAddress({ seal, config }: ImageAddressing, image: UploadedImage): string | null {
  const { publicUrl } = config;
  if (publicUrl === undefined || !isReachable(publicUrl)) {
    return null;
  }
  const name = fileNameOf(image);
  const path = showPublicImage.path.replace(
    ':name',
    `${signatureOf(seal, name).toString('base64url')}-${name}`,
  );
  return `${publicUrl}${apiBase}${path}`;
}

/** Returns the image of a signed name; null if the signature is not ours. */
export function imageOfPublicName({ seal }: Signing, signed: string): UploadedImage | null {
  const [, signature = '', name = ''] = /^([\w-]{22})-(.+)$/.exec(signed) ?? [];
  const image = imageNamed(name);
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(seal, name);
  return image !== null && given.length === expected.length && timingSafeEqual(given, expected)
    ? image
    : null;
}

function signatureOf(seal: Signing['seal'], name: string): Buffer {
  return seal.fingerprint(`public image ${name}`).subarray(0, signatureBytes);
}

/** Reports whether a store on the internet can reach this address, judging by its name. */
function isReachable(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  const isNumeric = /^[\d.]+$|:/.test(host);
  return isNumeric
    ? isPublicAddress(host)
    : host.includes('.') && !/\.(localhost|local|internal|lan)$/.test(host);
}
