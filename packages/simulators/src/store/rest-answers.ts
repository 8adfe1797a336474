/** Answer of an API route, before it becomes a response. */
export interface RestAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export function refusal(status: number, code: string, message: string, data: object = {}): RestAnswer {
  return { status, body: { code, message, data: { status, ...data } } };
}

/** Returns the API's own validation error for an invalid field. */
export function badField(name: string, code: string, message: string): RestAnswer {
  return refusal(400, 'rest_invalid_param', `Invalid parameter(s): ${name}`, {
    params: { [name]: message },
    details: { [name]: { code, message, data: null } },
  });
}

export const noPost = refusal(404, 'rest_post_invalid_id', 'Invalid post ID.');
export const noRoute = refusal(
  404,
  'rest_no_route',
  'No route was found matching the URL and request method.',
);
