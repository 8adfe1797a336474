/** Returns a global id as the Admin API writes it. */
export function gid(type: string, id: number): string {
  return `gid://shopify/${type}/${id}`;
}

/** Returns the number inside a global id of this type; null for anything else. */
export function numberOf(type: string, text: string): number | null {
  const found = new RegExp(`^gid://shopify/${type}/(\\d{1,16})$`).exec(text)?.[1];
  return found === undefined ? null : Number(found);
}
