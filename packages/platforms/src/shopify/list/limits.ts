/**
 * Limits of one product in every Shopify store (`readme.md`, Limits of a product). Limits that differ by store are read
 * from the store.
 */
export const titleMax = 255;
export const handleMax = 255;
export const skuMax = 255;
export const imagesMax = 250;
export const tagsMax = 250;
export const tagLengthMax = 255;
export const descriptionBytesMax = 512 * 1024;
