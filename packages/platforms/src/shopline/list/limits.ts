/** API version whose fields `content.ts` writes and `seen.ts` reads (`readme.md`, Versions and answers). */
export const apiVersion = 'v20251201';

/** A store's limits of one product (`readme.md`, Limits of a product). */
export const textMax = 255;
export const altMax = 512;
export const descriptionBytesMax = 512 * 1024;
export const imagesMax = 502;
export const tagsMax = 250;
export const variantsMax = 500;
export const optionsMax = 5;
/** Longest accepted image address, in characters; longer ones are refused. */
export const addressMax = 255;
/** Prices and weights with more decimals are rounded. */
export const priceDecimals = 2;
