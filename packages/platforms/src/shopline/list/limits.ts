/** The API's version: whose fields `content.ts` writes and `seen.ts` reads (`readme.md`, Versions and answers). */
export const apiVersion = 'v20251201';

/** What a store allows of one product (`readme.md`, Limits of a product). */
export const textMax = 255;
export const altMax = 512;
export const descriptionBytesMax = 512 * 1024;
export const picturesMax = 502;
export const tagsMax = 250;
export const variantsMax = 500;
export const optionsMax = 5;
/** A longer address of a picture is refused. */
export const addressMax = 255;
/** Finer amounts, and finer weights, are rounded. */
export const priceDecimals = 2;
