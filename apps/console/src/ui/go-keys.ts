/** How long a `g` waits for its second key, in milliseconds: until then that key means a place, and nothing in a list. */
export const goWaitMs = 1200;
