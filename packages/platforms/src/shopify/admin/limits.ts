/** What every Shopify store allows of one product (`readme.md`, Limits of a product). What differs by store is read from it. */
export const titleMax = 255;
export const handleMax = 255;
export const skuMax = 255;
export const picturesMax = 250;
export const tagsMax = 250;
export const tagLengthMax = 255;
export const descriptionBytesMax = 512 * 1024;
