/** Lengths in characters, as the vendor's page of product properties gives them. */
export const titleMax = 255;
export const vendorMax = 100;
export const seoMax = 5000;
export const noteMax = 500;
/** Choices of a product: the same page. */
export const optionsMax = 3;
/** Assumed, from the import file and platforms alike (`readme.md`, Limits of a product). */
export const variantsMax = 500;
export const picturesMax = 250;
export const tagsMax = 250;
export const tagLengthMax = 500;

/** What an app may ask of one store at once and per second (`readme.md`, Rate limits). */
export const bucket = { maximum: 40, restoreRate: 2 };
