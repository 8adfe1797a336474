import { type ApiParameters, hmacCapitals, sortedPairs } from '../../../net/signature.ts';

/**
 * Returns the text to sign: all names and values in order, preceded by the method's name only when the method is a path
 * (`readme.md`, Open platform).
 */
export function signedText(api: string, parameters: ApiParameters): string {
  const { sign: _, ...rest } = parameters;
  return (api.includes('/') ? api : '') + sortedPairs(rest);
}

/** Returns the parameters with their signature: HMAC-SHA256 with the app's secret, in uppercase hexadecimal. */
export async function signed(
  api: string,
  parameters: ApiParameters,
  secret: string,
): Promise<Record<string, string>> {
  return { ...parameters, sign: await hmacCapitals('SHA-256', signedText(api, parameters), secret) };
}
