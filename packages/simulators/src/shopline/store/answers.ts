/** Answer of an open API route, before it becomes a response. */
export interface StoreAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Returns `{"errors": …}`: a text, or texts by field (`shopline/readme.md`, Errors). */
export function refusal(status: number, errors: unknown): StoreAnswer {
  return { status, body: { errors } };
}

export const noProduct = refusal(404, 'The product does not exist.');
export const noRoute = refusal(404, 'Not Found');
