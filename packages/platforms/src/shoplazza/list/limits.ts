/** Lengths in characters, from the vendor's page of product properties. */
export const titleMax = 255;
export const vendorMax = 100;
export const seoMax = 5000;
export const noteMax = 500;
/** Number of options of a product, from the same page. */
export const optionsMax = 3;
/** Assumed, from the import file and similar platforms (`readme.md`, Limits of a product). */
export const variantsMax = 500;
export const imagesMax = 250;
export const tagsMax = 250;
export const tagLengthMax = 500;

/** Requests that an app may send to one store at once and per second (`readme.md`, Rate limits). */
export const bucket = { maximum: 40, restoreRate: 2 };
