/**
 * What the store makes of a product and what a person decides about it: kept otherwise and accepted; kept as it is
 * sent; kept at a price below its cost, or edited by the merchant since it was reported, and so accepted in vain; or
 * kept otherwise and left alone. In turn, so that each round has each of them.
 */
export const roles = ['accepted', 'whole', 'cheap', 'edited', 'left', 'accepted'] as const;
export type Role = (typeof roles)[number];
