/** How a reader that unpacks bodies itself requests one from a `fetch`, so that unpacking happens where it reads. */
export interface PackedInit extends RequestInit {
  packed?: true;
}

const kept = new WeakMap<Response, readonly string[]>();

/** Reports whether the body of the response is wanted as it came over the wire. */
export function wantsPacked(init: RequestInit | undefined): boolean {
  return (init as PackedInit | undefined)?.packed === true;
}

/** Notes that the body of this response is still packed, by these codings in the order in which they were applied. */
export function keepPacked(response: Response, codings: readonly string[]): void {
  kept.set(response, codings);
}

/** Returns the codings by which a body is still packed; none for a body that can be read as it is. */
export function codingsOf(response: Response): readonly string[] {
  return kept.get(response) ?? [];
}
