import { type ApiParameters, hmacCapitals, sortedPairs } from '../signature.ts';

/**
 * What is signed: every name and value in order; before them the name of a method that is a path, and of no other
 * (`readme.md`, Open platform).
 */
export function signedText(api: string, parameters: ApiParameters): string {
  const { sign: _, ...rest } = parameters;
  return (api.includes('/') ? api : '') + sortedPairs(rest);
}

/** The parameters with their signature: HMAC-SHA256 by the app's secret, in hexadecimal capitals. */
export async function signed(
  api: string,
  parameters: ApiParameters,
  secret: string,
): Promise<Record<string, string>> {
  return { ...parameters, sign: await hmacCapitals('SHA-256', signedText(api, parameters), secret) };
}
