import { withoutIdColumns } from '@bowerbird/contract/files/id-columns';
import type { ExportFormat } from '@bowerbird/contract/products/export';
import type { FileFormat } from './format.ts';
import { matrixify } from './matrixify/format.ts';
import { shoplazza, shopyy } from './parts/format.ts';
import { shopify, shopifyNew } from './shopify/format.ts';
import { shopline } from './shopline/format.ts';
import { woocommerce } from './woocommerce/format.ts';

/** Every format of product files. */
export const fileFormats: Readonly<Record<ExportFormat, FileFormat>> = {
  shopify,
  'shopify-new': shopifyNew,
  woocommerce,
  shopline,
  shoplazza,
  shopyy,
  matrixify,
};

/** Returns the format that a header row is surely of: at least half of its cells are the format's; null for none. */
export function recognised(header: readonly string[]): FileFormat | null {
  const own = withoutIdColumns(header);
  const [best] = Object.values(fileFormats)
    .map((format) => ({ format, share: format.recognise(own) }))
    .sort((left, right) => right.share - left.share);
  return best && best.share >= 0.4 ? best.format : null;
}
