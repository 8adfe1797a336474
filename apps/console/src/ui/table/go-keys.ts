/**
 * How long a `g` waits for its second key, in milliseconds: until then, that key selects a place, and does nothing in a
 * list.
 */
export const goWaitMs = 1200;
