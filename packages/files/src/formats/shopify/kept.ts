/** A Shopify status that our product model does not have. */
export const unlisted = 'unlisted';
